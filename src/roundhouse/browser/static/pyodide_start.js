// Starts Python in a worker, with the packages of the site.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PYTHON = ["pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip"];
const LOADED_SHARE = 75; // per cent of the progress that loading takes
const FOLDER = new URL("./", import.meta.url);

export const readFile = async (name) => {
  const response = await fetch(new URL(name, FOLDER));
  if (!response.ok) throw new Error(`${name} could not be loaded. Check your connection.`);
  return response;
};

// Count the bytes that arrive, for the progress bar.
function countBytes(total, onProgress) {
  const fetchFile = self.fetch.bind(self);
  let count = 0;
  self.fetch = async (input, init) => {
    const response = await fetchFile(input, init);
    if (!response.body) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        count += chunk.length;
        onProgress(Math.min(1, count / total));
        controller.enqueue(chunk);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, headers });
  };
}

export async function startPython(onProgress = () => {}) {
  const files = await (await readFile("files.json")).json();
  const total = [...PYTHON, "app.zip"].reduce((sum, name) => sum + files.files[name], 0);
  countBytes(total, (share) => onProgress(2 + share * LOADED_SHARE, "Loading…"));
  const bundle = readFile("app.zip").then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", FOLDER).href });
  onProgress(82, "Starting…");
  python.unpackArchive(await bundle, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  return { python, files };
}
