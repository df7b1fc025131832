import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { type Fixture, startFixture } from "../account/fixture.ts";

/** An account service for the tests of one file, and the steps they take; each test begins with the right time and without faults. */
export function startAccount<Steps>(stepsOf: (account: Fixture) => Steps, receive: (account: Fixture, steps: Steps) => void): void {
  let account: Fixture;
  beforeAll(async () => {
    account = await startFixture();
    receive(account, stepsOf(account));
  });
  afterEach(() => {
    account.runtime.clock.reset();
    account.runtime.faults.disarm();
  });
  afterAll(() => account.stop());
}
