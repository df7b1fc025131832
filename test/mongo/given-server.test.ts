import { describe, expect, it } from "@jest/globals";
import { chooseStore } from "#deploy/launch/choose-store.ts";

describe("a given server", () => {
  it("STO-27 is missed where a real one is required and none is given", async () => {
    const before = process.env.MONGO_REQUIRE;
    process.env.MONGO_REQUIRE = "real";
    const outcome = await chooseStore({ production: false, url: null, dataDir: null }).then(
      (store) => store.stop().then(() => store.kind),
      (error: Error) => error.message,
    );
    if (before === undefined) delete process.env.MONGO_REQUIRE;
    else process.env.MONGO_REQUIRE = before;
    // A machine may have a mongod in the cache of mongodb-memory-server; the embedded store is never the choice.
    expect(["mongodb-memory-server", "MONGO_REQUIRE=real, but there is no MONGO_URL and no mongod"]).toContain(outcome);
  });
});
