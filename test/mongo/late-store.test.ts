import { startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { describe, expect, it } from "@jest/globals";
import { Schema } from "mongoose";
import { freePort } from "#deploy/launch/free-port.ts";
import { createIndexes, openDatabase } from "#libs/platform/mongo/connect.ts";

describe("a store that becomes available late", () => {
  it("E26 a late store is awaited by a service, which then creates its indexes", async () => {
    const port = await freePort();
    const connection = openDatabase({ url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0&directConnection=true`, name: "late" });
    const rows = connection.model(
      "Row",
      new Schema({ owner: String }).index({ owner: 1 }, { unique: true, name: "one_per_owner" }),
      "rows",
    );
    const prepared = createIndexes(connection);
    const early = await Promise.race([prepared.then(() => "prepared"), new Promise((resolve) => setTimeout(resolve, 1_000, "waiting"))]);
    expect(early).toBe("waiting");

    const store = await startEmbeddedMongo({ port });
    await prepared;
    expect((await rows.collection.indexes()).map(({ name }) => name)).toContain("one_per_owner");
    await connection.close();
    await store.stop();
  });
});
