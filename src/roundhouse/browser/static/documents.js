// The documents of the application in IndexedDB: texts by kind and key.

const NAME = `roundhouse ${new URL("../", import.meta.url).pathname}`;
const STORE = "documents";
let database = null;

const result = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

async function open() {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  return result(request);
}

// Return all texts by kind and key.
export async function loadDocuments() {
  database = await open();
  const store = database.transaction(STORE).objectStore(STORE);
  const [keys, texts] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
  const documents = {};
  keys.forEach(([kind, key], n) => {
    documents[kind] ??= {};
    documents[kind][key] = texts[n];
  });
  return documents;
}

// Store or delete several documents: all of them or none. They are on disk when this returns.
export async function storeChanges(changes) {
  const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE);
  for (const [kind, key, text] of changes) {
    if (text === null) store.delete([kind, key]);
    else store.put(text, [kind, key]);
  }
  await new Promise((resolve, reject) => {
    transaction.addEventListener("complete", resolve);
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}
