import { temporaryFolder } from "../server.fixture.ts";
import { openFolderStorage } from "./folder-storage.ts";
import { openMemoryStorage } from "./memory-storage.ts";
import { blobsConformance, metadataConformance, type OpenStorage } from "./storage.conformance.ts";

const inFolders: OpenStorage = async (t) => {
  const folder = await temporaryFolder(t);
  const storage = await openFolderStorage(folder);
  t.after(() => storage.close());
  return storage;
};
const inMemory: OpenStorage = async (t) => {
  const storage = await openMemoryStorage();
  t.after(() => storage.close());
  return storage;
};

for (const [name, openStorage] of [
  ["folders", inFolders],
  ["memory", inMemory],
] as const) {
  metadataConformance(name, openStorage);
  blobsConformance(name, openStorage);
}
