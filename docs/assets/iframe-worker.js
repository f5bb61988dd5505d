// Browsers start no worker for a page that is opened from disk. There, the search of the theme runs in a
// hidden frame with the same interface.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const scope = frame.contentWindow;
      scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = scope.document.createElement("script");
      const isLoaded = new Promise((resolve) => {
        script.onload = resolve;
      });
      script.src = url;
      scope.document.body.append(script);
      this.postMessage = async (data) => {
        await isLoaded;
        scope.dispatchEvent(new MessageEvent("message", { data }));
      };
    }
  };
  window.Worker = window.IFrameWorker;
}
