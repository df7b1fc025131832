import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { uuid } from "#libs/kernel/ids.ts";
import { codeOf } from "../provider-failure.ts";
import type { StorageProvider } from "./storage-provider.ts";

/** Stores files in a folder of the machine, readable for their owner only. A file appears when it is completely written. */
export function folderStorage(folder: string): StorageProvider {
  // No key starts with a dot or ends in a tilde, so a file never has the path of a folder.
  const incoming = join(folder, ".incoming");
  const pathOf = (key: string) => join(folder, `${key}~`);
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const draft = join(incoming, uuid());
      try {
        await writeAndSync(draft, content);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(pathOf(key)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function writeAndSync(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
}
