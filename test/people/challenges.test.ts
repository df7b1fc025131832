import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { CHALLENGE_PURPOSES } from "#services/account/data/challenge.store.ts";
import { type Deps, liveDeps } from "#services/account/deps.ts";
import type { User } from "#services/account/domain/user.ts";
import { type Fixture, startFixture } from "../account/fixture.ts";

let account: Fixture;
let deps: Deps;
beforeAll(async () => {
  account = await startFixture();
  deps = liveDeps(account.runtime);
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const WRONG_TOKENS = ["", "x", "a".repeat(43)];
const newUser = async (): Promise<User> => {
  const { userId } = await account.member();
  const user = await deps.users.find(userId);
  if (!user) throw new Error("the member is gone");
  return user;
};
const openTimes = async (token: string, times: number) => {
  const found = await Promise.all(Array.from({ length: times }, () => deps.challenges.open(token, { purpose: "LOGIN" })));
  return found.filter((challenge) => challenge !== null).length;
};

describe("challenges", () => {
  it("MFA-07 a challenge is used up by one of eight right answers at once", async () => {
    const user = await newUser();
    const { challengeToken } = await deps.challenges.begin({ purpose: "LOGIN", user });
    const open = await deps.challenges.open(challengeToken, { purpose: "LOGIN" });
    if (!open) throw new Error("the challenge is not open");
    expect(open.user?._id).toBe(user._id);
    const used = await Promise.all(Array.from({ length: 8 }, () => deps.challenges.useUp(null, open)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await deps.challenges.open(challengeToken, { purpose: "LOGIN" })).toBeNull();
  });

  it("MFA-07 a challenge ends with the fifth answer, also of eight at once", async () => {
    const user = await newUser();
    const { challengeToken } = await deps.challenges.begin({ purpose: "LOGIN", user });
    expect(await openTimes(challengeToken, 8)).toBe(5);
    expect(await openTimes(challengeToken, 1)).toBe(0);
  });

  it("MFA-07 a challenge ends after five minutes", async () => {
    const user = await newUser();
    const { challengeToken, expiresAt } = await deps.challenges.begin({ purpose: "LOGIN", user });
    expect(new Date(expiresAt).getTime() - account.runtime.clock.now().getTime()).toBeGreaterThan(290_000);
    account.runtime.clock.advance(299_000);
    expect(await openTimes(challengeToken, 1)).toBe(1);
    account.runtime.clock.advance(1_001);
    expect(await openTimes(challengeToken, 1)).toBe(0);
  });

  it("MFA-07 a challenge ends when its user changes the password", async () => {
    const user = await newUser();
    const { challengeToken } = await deps.challenges.begin({ purpose: "LOGIN", user });
    await deps.transaction((tx) => deps.credentials.resetPassword(tx, user._id, { passwordHash: "another hash", at: deps.clock.now() }));
    expect(await openTimes(challengeToken, 1)).toBe(0);
  });

  it.each(CHALLENGE_PURPOSES)("MFA-07 a challenge of %s opens for no other purpose, and for no other session", async (purpose) => {
    const [user, sessionId] = [await newUser(), uuid()];
    const { challengeToken } = await deps.challenges.begin({ purpose, user, sessionId });
    for (const other of CHALLENGE_PURPOSES.filter((each) => each !== purpose)) {
      expect(await deps.challenges.open(challengeToken, { purpose: other, sessionId })).toBeNull();
    }
    expect(await deps.challenges.open(challengeToken, { purpose })).toBeNull();
    expect(await deps.challenges.open(challengeToken, { purpose, sessionId: uuid() })).toBeNull();
    expect(await deps.challenges.open(challengeToken, { purpose, sessionId })).not.toBeNull();
  });

  it("a challenge without a user remembers its content, sealed, and no token opens it but its own", async () => {
    const content = JSON.stringify({ email: "someone@example.org", code: "123456" });
    const { challengeToken } = await deps.challenges.begin({ purpose: "EMAIL", user: null, content });
    for (const token of WRONG_TOKENS) expect(await deps.challenges.open(token, { purpose: "EMAIL" })).toBeNull();
    expect(await deps.challenges.open(challengeToken, { purpose: "EMAIL" })).toMatchObject({ user: null, content });
    const stored = JSON.stringify(await account.rows("challenges"));
    for (const secret of [challengeToken, "example.org", "123456"]) expect(stored).not.toContain(secret);
  });
});
