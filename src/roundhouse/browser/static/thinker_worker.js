// A worker that thinks: moves of bots, hints and analyses, in Python.
import { readFile, startPython } from "./pyodide_start.js";

const NETWORKS = "/app/roundhouse/bots/net/trained";
const LIBRARIES = "/libraries";
// The smallest module with an instruction of 128 bits.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

const loaded = new Set(); // games
let started = null;

async function start(files) {
  const python = await startPython(files);
  python.FS.mkdirTree(LIBRARIES);
  python.runPython(`import os; os.environ["ROUNDHOUSE_LIBRARIES"] = ${JSON.stringify(LIBRARIES)}`);
  const { Thinker } = python.pyimport("roundhouse.browser.thinking");
  const thinker = Thinker((progress) => self.postMessage({ progress }));
  return { python, index: files.index, thinker };
}

// Load the network and the library of a game.
async function loadGame({ python, index }, game) {
  const { network, libraries } = index.games[game] ?? {};
  const library = libraries?.[WebAssembly.validate(SIMD) ? "simd" : "plain"];
  const places = [
    [network, NETWORKS],
    [library, LIBRARIES],
  ].filter(([name]) => name);
  await Promise.all(
    places.map(async ([name, folder]) => {
      const data = await (await readFile(name)).arrayBuffer();
      python.FS.writeFile(`${folder}/${name.split("/").at(-1)}`, new Uint8Array(data));
    }),
  );
}

async function answer({ id, request }) {
  try {
    const state = await started;
    const { game } = JSON.parse(request);
    if (!loaded.has(game)) {
      await loadGame(state, game);
      loaded.add(game);
    }
    self.postMessage({ id, answer: state.thinker.answer(request) });
  } catch (error) {
    self.postMessage({ id, answer: JSON.stringify({ error: error.message }) });
  }
}

// The first message brings the files.
self.addEventListener("message", ({ data }) => {
  if (data.files) {
    started = start(data.files);
    started.catch((error) => self.postMessage({ failed: error.message }));
  } else answer(data);
});
