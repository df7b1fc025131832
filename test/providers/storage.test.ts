import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { StorageProvider } from "#libs/providers/storage/storage-provider.ts";
import { storageSlot } from "#libs/providers/storage/storage-slot.ts";
import { testHost } from "./host.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "storage-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(["folder", "memory"])("the storage provider %s", (name) => {
  let storage: StorageProvider;
  beforeAll(() => {
    const host = testHost({ dataDir });
    host.configure({ "provider.storage": name });
    storage = storageSlot(host).use();
  });

  it("stores bytes unchanged, replaces and removes them", async () => {
    const content = Uint8Array.from([0, 255, 10, 13, 0]);
    expect(await storage.get("exports/a.json")).toBeNull();
    await storage.put("exports/a.json", content);
    content.fill(7);
    expect(await storage.get("exports/a.json")).toEqual(Uint8Array.from([0, 255, 10, 13, 0]));
    await storage.put("exports/a.json", bytes("new"));
    expect(await storage.get("exports/a.json")).toEqual(bytes("new"));
    await storage.remove("exports/a.json");
    await storage.remove("exports/a.json");
    expect(await storage.get("exports/a.json")).toBeNull();
  });

  it("separates files whose keys are prefixes of each other", async () => {
    for (const key of ["deep", "deep/er", "deep/er/still", "deep.file/x", "a".repeat(100)]) {
      await storage.put(key, bytes(key));
    }
    expect(await storage.get("deep")).toEqual(bytes("deep"));
    expect(await storage.get("deep/er")).toEqual(bytes("deep/er"));
    expect(await storage.get("deep/er/still/none")).toBeNull();
  });

  it.each([
    "../secrets",
    "a/../../b",
    "/etc/passwd",
    "a//b",
    "a/",
    "",
    ".incoming/x",
    "a\0b",
    "a\\b",
    "A",
    "a/b/c/d/e/f/g",
    "a~",
    "x".repeat(101),
    "%2e%2e/a",
  ])("refuses the key %j in every operation", async (key) => {
    const refused = { name: "ProviderFailure", slot: "storage", reason: "REFUSED" };
    await expect(storage.put(key, bytes("x"))).rejects.toMatchObject(refused);
    await expect(storage.get(key)).rejects.toMatchObject(refused);
    await expect(storage.remove(key)).rejects.toMatchObject(refused);
  });

  it("refuses a file that is too large", async () => {
    await expect(storage.put("large", new Uint8Array(64 * 1_024 * 1_024 + 1))).rejects.toMatchObject({ reason: "REFUSED" });
    expect(await storage.get("large")).toBeNull();
  });

  it("keeps the complete content of one writer when ten write the same key concurrently", async () => {
    const contents = Array.from({ length: 10 }, (_, writer) => String(writer).repeat(200_000));
    await Promise.all(contents.map((content) => storage.put("contended", bytes(content))));
    const content = new TextDecoder().decode((await storage.get("contended")) ?? undefined);
    expect(contents).toContain(content);
  });
});

describe("the storage provider folder", () => {
  const folder = (dir: string) => storageSlot(testHost({ dataDir: dir })).use();

  it("writes files that only their owner can read, and leaves no drafts", async () => {
    await folder(dataDir).put("mine/one", bytes("x"));
    expect((await stat(join(dataDir, "storage", "mine", "one~"))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(dataDir, "storage", ".incoming"))).toEqual([]);
  });

  it("keeps files across processes, and fails with UNREACHABLE when the disk does", async () => {
    await folder(dataDir).put("lasting", bytes("still here"));
    expect(await folder(dataDir).get("lasting")).toEqual(bytes("still here"));
    await writeFile(join(dataDir, "no-folder"), "");
    await expect(folder(join(dataDir, "no-folder")).put("a", bytes("x"))).rejects.toMatchObject({ reason: "UNREACHABLE", slot: "storage" });
  });
});
