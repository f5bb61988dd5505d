// Runs a Python program in Pyodide, in Node. What it prints goes to standard output.
//
//     node run.mjs PYODIDE FOLDERS PROGRAM [ARGUMENT ...]
//
// PYODIDE is the folder of the package `pyodide`. FOLDERS is a JSON object: the path of a folder in
// Pyodide and what it shows of this machine; sources are in `/src`, libraries in `/libraries`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folders, program, ...given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", ROUNDHOUSE_LIBRARIES: "/libraries" };
const python = await loadPyodide({ env });
for (const [path, root] of Object.entries(JSON.parse(folders))) {
  python.FS.mkdirTree(path);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, path);
}
python.globals.set("given", python.toPy(given));
python.runPython(`
import sys
sys.path.insert(0, "/src")
sys.argv = ["program", *given]
sys.dont_write_bytecode = True
`);
try {
  python.runPython(readFileSync(program, "utf8"), { filename: program });
} catch (error) {
  console.error(String(error.message));
  process.exit(1);
}
