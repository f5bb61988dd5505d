// Runs a function when a control with this attribute is clicked, now or later in the page. The control
// itself listens: with a listener on the document, Chromium reports every region as clickable.
export function onClick(attribute, run) {
  const listening = new WeakSet();
  const listen = () => {
    for (const control of document.querySelectorAll(`[${attribute}]`)) {
      if (listening.has(control)) continue;
      listening.add(control);
      control.addEventListener("click", () => control.hasAttribute(attribute) && run(control));
    }
  };
  listen();
  const changes = { childList: true, subtree: true, attributeFilter: [attribute] };
  new MutationObserver(listen).observe(document.documentElement, changes);
}
