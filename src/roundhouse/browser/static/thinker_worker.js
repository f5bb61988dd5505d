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

async function start() {
  const { python, files } = await startPython();
  python.FS.mkdirTree(LIBRARIES);
  python.runPython(`import os; os.environ["ROUNDHOUSE_LIBRARIES"] = ${JSON.stringify(LIBRARIES)}`);
  const { Thinker } = python.pyimport("roundhouse.browser.thinking");
  const thinker = Thinker((progress) => self.postMessage({ progress }));
  return { python, files, thinker };
}

// Load the network and the library of a game.
async function loadGame({ python, files }, game) {
  const { network, libraries } = files.games[game] ?? {};
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

const started = start();

self.addEventListener("message", async ({ data: { id, request } }) => {
  let answer = "";
  try {
    const state = await started;
    const { game } = JSON.parse(request);
    if (!loaded.has(game)) {
      await loadGame(state, game);
      loaded.add(game);
    }
    answer = state.thinker.answer(request);
  } catch (error) {
    answer = JSON.stringify({ error: error.message });
  }
  self.postMessage({ id, answer });
});
