// Starts Python in a worker, with the packages of the site.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import "./pyodide/pyodide.asm.mjs"; // at the same time as the files below

const MODULE = "pyodide/pyodide.asm.wasm";
const LIBRARY = "pyodide/python_stdlib.zip";
const PACKAGES = "app.zip";
const LOCK = "pyodide/pyodide-lock.json";
const LOADED_SHARE = 75; // per cent of the progress that loading takes
const FOLDER = new URL("./", import.meta.url);
const BASE = new URL("../", import.meta.url).pathname;

const mark = (text) => text; // the shell translates it

export const readFile = async (name) => {
  const response = await fetch(new URL(name, FOLDER));
  if (!response.ok) {
    const error = new Error(mark("{name} could not be loaded. Check your connection."));
    throw Object.assign(error, { values: { name } });
  }
  return response;
};

// Compiled modules

// The service worker deletes them with the other files of their version.
const cacheName = (version) => `roundhouse ${BASE} ${version} compiled`;

async function readCompiled(name, version) {
  const response = await caches.match(name, { cacheName: cacheName(version) });
  return response?.blob();
}

// Compile the modules of the archives for later visits, while this one goes on.
export async function storeCompiled(python, files) {
  const compiler = python.pyimport("roundhouse.browser.module_compiler");
  const cache = await caches.open(cacheName(files.index.version));
  for (const [name, blob] of Object.entries(files.archives)) {
    const compile = name === LIBRARY ? compiler.compile_library : compiler.compile_packages;
    const archive = await compile(await blob.arrayBuffer());
    await cache.put(name, new Response(archive.toJs()));
    archive.destroy();
  }
}

export const forgetCompiled = (files) => caches.delete(cacheName(files.index.version));

// Loading

// Return a function that counts the bytes of a response, for the progress bar.
function byteCounter(total, onProgress) {
  let count = 0;
  return (response, type) => {
    const counter = new TransformStream({
      transform(chunk, controller) {
        count += chunk.length;
        onProgress(2 + LOADED_SHARE * Math.min(1, count / total), mark("Loading…"));
        controller.enqueue(chunk);
      },
    });
    const headers = { "content-type": type };
    return new Response(response.body.pipeThrough(counter), { headers });
  };
}

// Load everything that Python needs. Several workers can be started with the result.
export async function loadFiles(onProgress = () => {}) {
  const index = await (await readFile("files.json")).json();
  const total = [MODULE, LIBRARY, PACKAGES].reduce((sum, name) => sum + index.files[name], 0);
  const counted = byteCounter(total, onProgress);
  const compiled = await Promise.all(
    [LIBRARY, PACKAGES].map((name) => readCompiled(name, index.version)),
  );
  const isCompiled = compiled.every(Boolean);
  const load = async (name, n) =>
    isCompiled ? compiled[n] : counted(await readFile(name), "application/zip").blob();
  const [module, library, packages, lock] = await Promise.all([
    readFile(MODULE).then((file) =>
      WebAssembly.compileStreaming(counted(file, "application/wasm")),
    ),
    load(LIBRARY, 0),
    load(PACKAGES, 1),
    readFile(LOCK).then((file) => file.text()),
  ]);
  return {
    index,
    module,
    lock,
    isCompiled,
    archives: { [LIBRARY]: library, [PACKAGES]: packages },
  };
}

// Unpack the texts of a language; return its archive if the modules in it are not compiled yet.
export async function addLanguage(python, files, language) {
  const name = `languages/${language}.zip`;
  const compiled = await readCompiled(name, files.index.version);
  const archive = compiled ?? (await (await readFile(name)).blob());
  try {
    python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: "/app" });
  } catch (error) {
    await forgetCompiled(files); // it may be damaged; the next request tries again
    throw error;
  }
  return compiled ? {} : { [name]: archive };
}

// Pyodide fetches its module and library itself, and waits forever if the module fails. So it gets what
// is loaded already; the result is rejected if the module fails.
function provideFiles({ module, archives }) {
  const fetchFile = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const { href } = new URL(input.url ?? input, FOLDER);
    if (href === new URL(MODULE, FOLDER).href) return new Response();
    if (href === new URL(LIBRARY, FOLDER).href) return new Response(archives[LIBRARY]);
    return fetchFile(input, init);
  };
  return new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = async (_, imports) => {
      try {
        return { module, instance: await WebAssembly.instantiate(module, imports) };
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  });
}

export async function startPython(files) {
  const failure = provideFiles(files);
  const indexURL = new URL("pyodide/", FOLDER).href;
  const started = loadPyodide({ indexURL, lockFileContents: files.lock });
  const python = await Promise.race([started, failure]);
  const packages = await files.archives[PACKAGES].arrayBuffer();
  python.unpackArchive(packages, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  return python;
}
