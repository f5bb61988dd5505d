// Ways through a board file's data: dotted paths as rooms declare them, and lists of steps.

export const steps = (path) => (path ? path.split(".") : []);

export function follow(data, way) {
  let node = data;
  for (const step of way) node = node?.[step];
  return node;
}

export const at = (data, path) => follow(data, steps(path));

export function put(data, path, value) {
  const way = steps(path);
  const last = way.pop();
  const table = follow(data, way);
  if (table && typeof table === "object") table[last] = value;
}

// The list at a path; it is made where there is none.
export function list(data, path) {
  const found = at(data, path);
  if (Array.isArray(found)) return found;
  put(data, path, []);
  return at(data, path) ?? [];
}

// Every holder of a path's last key: rows stand for each row, `*` for each entry.
export function holders(data, path) {
  const way = steps(path);
  const key = way.pop();
  let nodes = [data];
  for (const step of way) {
    nodes = nodes.flatMap((node) => (step === "*" ? Object.values(node) : [node[step]]))
      .flatMap((node) => (Array.isArray(node) ? node : [node]))
      .filter((node) => node && typeof node === "object");
  }
  return { key, nodes };
}

// Ids that are said elsewhere follow when one is renamed.
export function rename(data, paths, was, is) {
  for (const path of paths) {
    const { key, nodes } = holders(data, path);
    for (const node of nodes) if (node[key] === was) node[key] = is;
  }
}

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// An id out of a name: one word of plain letters.
export function word(name, taken) {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "place";
  let id = plain;
  for (let n = 2; taken.has(id); n += 1) id = `${plain}-${n}`;
  return id;
}
