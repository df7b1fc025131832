import { describe, expect, it } from "@jest/globals";
import { chooseStore } from "#deploy/launch/choose-store.ts";

describe("a given server", () => {
  it("STO-27 MONGO_REQUIRE=real without a server never falls back to the embedded store", async () => {
    const before = process.env.MONGO_REQUIRE;
    process.env.MONGO_REQUIRE = "real";
    const outcome = await chooseStore({ production: false, url: null, dataDir: null }).then(
      (store) => store.stop().then(() => store.kind),
      (error: Error) => error.message,
    );
    if (before === undefined) delete process.env.MONGO_REQUIRE;
    else process.env.MONGO_REQUIRE = before;
    // A mongod in the cache of mongodb-memory-server may serve instead; the embedded store must not.
    expect(["mongodb-memory-server", "MONGO_REQUIRE=real, but there is no MONGO_URL and no mongod"]).toContain(outcome);
  });
});
