import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { SECOND } from "#libs/kernel/clock.ts";
import { liveDeps } from "#services/account/deps.ts";
import { scheduleDeletion } from "#services/account/gdpr/schedule-deletion.ts";
import { type Fixture, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

describe("the fact that a user is deactivated", () => {
  it("DEL-16 is younger than every change of the user that came before it", async () => {
    const { runtime, database } = account;
    const { userId } = await account.member();
    const deps = liveDeps(runtime);
    let wonAt = 0;
    // Another change of the user was committed while this one was on its way to the store.
    const users: typeof deps.users = {
      ...deps.users,
      async setStatus(...wish) {
        runtime.clock.advance(5 * SECOND);
        wonAt = runtime.clock.now().getTime();
        return deps.users.setStatus(...wish);
      },
    };
    await scheduleDeletion({ ...deps, users }, { userId, requestId: "test" });
    const fact = await database.collection("outbox").findOne({ event: "user.changed", "payload.userId": userId });
    expect(Date.parse(fact?.payload.changedAt)).toBeGreaterThanOrEqual(wonAt);
  });
});
