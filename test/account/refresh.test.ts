import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { listRevokedSessions, refresh, revokeSession } from "#libs/contracts/account.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { sessionStore } from "#services/account/data/session.store.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type Fixture, type SignedIn, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const refused = "auth.refresh.invalid_token";
const tokenOf = ({ refreshToken = "" }: SignedIn) => refreshToken;
const exchange = (refreshToken: string) => account.call(refresh, { refreshToken });

describe("POST /auth/refresh", () => {
  it("AUT-09 takes the token in the body, and in the cookie", async () => {
    const { signedIn } = await account.signUp();
    const inBody = await exchange(tokenOf(signedIn));
    const inCookie = await account.call(refresh, { refreshCookie: tokenOf(inBody) });
    expect(inCookie.user.id).toBe(signedIn.user.id);
  });

  it("AUT-10 gives a new token each time; the old one ends after the grace seconds", async () => {
    const { signedIn } = await account.signUp();
    const second = await exchange(tokenOf(signedIn));
    expect(tokenOf(second)).not.toBe(tokenOf(signedIn));
    account.runtime.clock.advance(9 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe("ok");
    account.runtime.clock.advance(3 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(refused);
  });

  it("AUT-11 an old token after the grace ends the whole session", async () => {
    const { signedIn, sessionId } = await account.signUp();
    const second = await exchange(tokenOf(signedIn));
    account.runtime.clock.advance(11 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(refused);
    expect(await outcomeOf(exchange(tokenOf(second)))).toBe(refused);
    const [row] = await account.rows("sessions", { _id: sessionId });
    expect(row).toMatchObject({ revoked: true, revokedReason: "REUSE" });
    expect(account.hints).toContainEqual({ sessionId, reason: "REUSE" });
    const { revoked } = await account.call(listRevokedSessions, { since: new Date().toISOString() });
    expect(revoked).toContainEqual(expect.objectContaining({ sessionId, reason: "REUSE" }));
  });

  it("AUT-11 a token from before several exchanges ends the session as well", async () => {
    const { signedIn } = await account.signUp();
    let current = signedIn;
    for (let times = 0; times < 5; times += 1) current = await exchange(tokenOf(current));
    account.runtime.clock.advance(11 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(refused);
    expect(await outcomeOf(exchange(tokenOf(current)))).toBe(refused);
  });

  it("AUT-12 ten exchanges of one token at once all succeed, and each new token works on", async () => {
    const { signedIn } = await account.signUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(tokenOf(signedIn))));
    expect(new Set(answers.map(tokenOf)).size).toBe(10);
    account.runtime.clock.advance(60 * SECOND);
    const [first, last] = [answers[0], answers[9]];
    if (!first || !last) throw new Error("ten answers were awaited");
    expect(await outcomeOf(exchange(tokenOf(first)))).toBe("ok");
    expect(await outcomeOf(exchange(tokenOf(last)))).toBe("ok");
  });

  it("AUT-14 a revoked session cannot be refreshed", async () => {
    const { signedIn, sessionId, ...me } = await account.signUp();
    await me.call(revokeSession, { sessionId });
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(refused);
  });

  it("AUT-14 a revocation that comes while a token is exchanged wins", async () => {
    const { sessionId, ...me } = await account.signUp();
    const store = sessionStore(account.database);
    const seen = await store.findById(sessionId);
    if (!seen) throw new Error("the session was awaited");
    await me.call(revokeSession, { sessionId });
    expect(await store.saveRotation(seen, { tokens: seen.tokens, at: seen.createdAt, expiresAt: seen.expiresAt })).toBe(false);
  });

  it("AUT-14 a session ends 30 days after its last use", async () => {
    const { signedIn } = await account.signUp();
    account.runtime.clock.advance(29 * DAY);
    const second = await exchange(tokenOf(signedIn));
    account.runtime.clock.advance(29 * DAY);
    const third = await exchange(tokenOf(second));
    account.runtime.clock.advance(30 * DAY + SECOND);
    expect(await outcomeOf(exchange(tokenOf(third)))).toBe(refused);
  });

  it("AUT-23 refuses an access token, garbage, a foreign secret and nothing at all", async () => {
    const { signedIn, sessionId } = await account.signUp();
    const foreign = `${sessionId}.${"A".repeat(43)}`;
    for (const token of [signedIn.accessToken, "garbage", `${sessionId}.`, foreign, ""]) {
      expect(await outcomeOf(exchange(token))).toBe(refused);
    }
    expect(await outcomeOf(account.call(refresh, {}))).toBe(refused);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe("ok");
  });

  it("AUT-14 a suspension that comes between leaves no way to refresh", async () => {
    const { signedIn, userId } = await account.signUp();
    await account.database.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { status: "BANNED" } });
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(refused);
  });
});
