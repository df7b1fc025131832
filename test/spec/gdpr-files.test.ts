import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedMongo, startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { newLeaver } from "./leaver.ts";

const folder = mkdtempSync(join(tmpdir(), "gdpr-files-"));
/** Always the embedded store: this test cannot read the files of a MongoDB. */
let store: EmbeddedMongo;
let system: TestSystem;

/** The words that occur in a file of the store. */
function wordsInFiles(words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  return words.filter((word) => contents.some((content) => content.includes(word)));
}

beforeAll(async () => {
  store = await startEmbeddedMongo({ dataDir: folder });
  system = await startTestSystem({ mongoUrl: store.uri });
});

afterAll(async () => {
  await system.stop();
  await store.stop();
  rmSync(folder, { recursive: true });
});

describe("the files of the embedded store after a purge", () => {
  it("STO-19 GDP-13 the files hold none of the words that the purged user has written", async () => {
    const leaver = await newLeaver(system);
    expect(wordsInFiles(leaver.canaries)).toEqual(expect.arrayContaining([leaver.email, leaver.username]));

    dataOf(await leaver.send("POST", "/gdpr/delete"), 201);
    const requests = system.runtime.database("account").connection.collection("gdpr_requests");
    await requests.updateOne({ userId: leaver.userId }, { $set: { scheduledAt: system.runtime.clock.now() } });
    await eventually(async () => {
      await system.runtime.jobs.runNow("account.purge-users");
      expect(await requests.findOne({ userId: leaver.userId, type: "DELETION" })).toMatchObject({ status: "COMPLETED" });
    });

    expect(wordsInFiles(leaver.canaries)).toEqual([]);
  });
});
