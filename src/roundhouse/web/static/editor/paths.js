// Access to a board file's data by dotted paths, as schemas declare them, and by key paths (lists of keys).

export const splitPath = (path) => (path ? path.split(".") : []);

export function follow(data, keyPath) {
  let node = data;
  for (const step of keyPath) node = node?.[step];
  return node;
}

export const getPath = (data, path) => follow(data, splitPath(path));

export function setPath(data, path, value) {
  const keyPath = splitPath(path);
  const last = keyPath.pop();
  const table = follow(data, keyPath);
  if (table && typeof table === "object") table[last] = value;
}

// The list at a path; an empty one is created if it is missing.
export function listAt(data, path) {
  const value = getPath(data, path);
  if (Array.isArray(value)) return value;
  setPath(data, path, []);
  return getPath(data, path) ?? [];
}

// All tables that can hold a path's last key: a list stands for each row, `*` for each entry.
export function holders(data, path) {
  const keyPath = splitPath(path);
  const key = keyPath.pop();
  let nodes = [data];
  for (const step of keyPath) {
    nodes = nodes
      .flatMap((node) => (step === "*" ? Object.values(node) : [node[step]]))
      .flatMap((node) => (Array.isArray(node) ? node : [node]))
      .filter((node) => node && typeof node === "object");
  }
  return { key, nodes };
}

// Rename an id wherever it is used.
export function rename(data, paths, oldId, newId) {
  for (const path of paths) {
    const { key, nodes } = holders(data, path);
    for (const node of nodes) if (node[key] === oldId) node[key] = newId;
  }
}

export const isEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Make an id from a name: lower case, ASCII, unique.
export function makeId(name, taken) {
  const plain =
    name
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "place";
  let id = plain;
  for (let n = 2; taken.has(id); n += 1) id = `${plain}-${n}`;
  return id;
}
