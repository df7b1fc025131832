import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { listRevokedSessions, refresh, revokeSession } from "#libs/contracts/account/index.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { hmacBase64Url, randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";
import { refreshAction } from "#services/account/actions/refresh.ts";
import { sessionStore } from "#services/account/data/session.store.ts";
import { liveDeps } from "#services/account/deps.ts";
import { outcomeOf } from "../support/act-as.ts";
import { claimsOf, type Fixture, type SignedIn, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const INVALID = "auth.refresh.invalid_token";
const tokenOf = ({ refreshToken = "" }: SignedIn) => refreshToken;
const exchange = (refreshToken: string) => account.call(refresh, { refreshToken });

/** Exchanges a token and those that follow so often that no list has it any more. */
async function exchangedOften(first: SignedIn): Promise<SignedIn> {
  let latest = first;
  for (let times = 0; times < 150; times += 1) {
    account.runtime.clock.advance(SECOND);
    latest = await exchange(tokenOf(latest));
  }
  return latest;
}

describe("POST /auth/refresh", () => {
  it("AUT-09 accepts the token in the body and in the cookie", async () => {
    const { signedIn } = await account.signUp();
    const inBody = await exchange(tokenOf(signedIn));
    const inCookie = await account.call(refresh, { refreshCookie: tokenOf(inBody) });
    expect(inCookie.user.id).toBe(signedIn.user.id);
  });

  it("AUT-10 issues a new token each time; the old one works until the grace ends", async () => {
    const { signedIn } = await account.signUp();
    const second = await exchange(tokenOf(signedIn));
    expect(tokenOf(second)).not.toBe(tokenOf(signedIn));
    account.runtime.clock.advance(9 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe("ok");
    account.runtime.clock.advance(3 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(INVALID);
  });

  it("AUT-11 ends the whole session when an old token is used after the grace", async () => {
    const { signedIn, sessionId } = await account.signUp();
    const second = await exchange(tokenOf(signedIn));
    account.runtime.clock.advance(11 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(INVALID);
    expect(await outcomeOf(exchange(tokenOf(second)))).toBe(INVALID);
    const [row] = await account.rows("sessions", { _id: sessionId });
    expect(row).toMatchObject({ revoked: true, revokedReason: "REUSE" });
    expect(account.hints).toContainEqual({ sessionId, reason: "REUSE" });
    const { revoked } = await account.call(listRevokedSessions, { since: new Date().toISOString() });
    expect(revoked).toContainEqual(expect.objectContaining({ sessionId, reason: "REUSE" }));
  });

  it("AUT-11 ends the session also for a token that is several exchanges old", async () => {
    const { signedIn } = await account.signUp();
    let current = signedIn;
    for (let times = 0; times < 5; times += 1) current = await exchange(tokenOf(current));
    account.runtime.clock.advance(11 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(INVALID);
    expect(await outcomeOf(exchange(tokenOf(current)))).toBe(INVALID);
  });

  it("AUT-11 also for one that a thief has exchanged and followed by so many others that no list has it", async () => {
    const { signedIn, sessionId } = await account.signUp();
    const thief = await exchangedOften(signedIn);
    account.runtime.clock.advance(11 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(INVALID);
    expect(await outcomeOf(exchange(tokenOf(thief)))).toBe(INVALID);
    expect((await account.rows("sessions", { _id: sessionId }))[0]).toMatchObject({ revoked: true, revokedReason: "REUSE" });
  });

  it("AUT-11 a token of 1.0 can be exchanged, and is recognized after any number of exchanges", async () => {
    const { sessionId } = await account.signUp();
    const old = `${sessionId}.${randomSecret()}`;
    const tokens = [{ hash: sha256Hex(old), replacedAt: null }];
    await account.database.connection.collection<{ _id: string }>("sessions").updateOne({ _id: sessionId }, { $set: { tokens } });
    const thief = await exchangedOften(await exchange(old));
    account.runtime.clock.advance(11 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(thief)))).toBe("ok");
    expect(await outcomeOf(exchange(old))).toBe(INVALID);
    expect((await account.rows("sessions", { _id: sessionId }))[0]).toMatchObject({ revoked: true, revokedReason: "REUSE" });
  });

  it("AUT-11 nothing but a former token of the session ends it", async () => {
    const [victim, other] = [await account.signUp(), await account.signUp()];
    const secretOf = ({ signedIn }: typeof victim) => tokenOf(signedIn).split(".")[1] ?? "";
    const [own, foreign] = [secretOf(victim), secretOf(other)];
    for (const secret of [foreign, own.slice(0, 21) + foreign.slice(21), foreign.slice(0, 22) + own.slice(22), randomSecret()])
      expect(await outcomeOf(exchange(`${victim.sessionId}.${secret}`))).toBe(INVALID);
    expect(await outcomeOf(exchange(tokenOf(victim.signedIn)))).toBe("ok");
  });

  it("AUT-11 a code of the key of pseudonyms is no seal of a token", async () => {
    const { signedIn, sessionId } = await account.signUp();
    const text = `${sessionId}.${randomSecret()}`;
    const codes = [`refresh token:${text}`, text].map((sealed) => hmacBase64Url(account.runtime.env.secrets.pseudonymKey, sealed));
    for (const code of codes) expect(await outcomeOf(exchange(`${text}.${code}`))).toBe(INVALID);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe("ok");
  });

  it("AUT-11 STF-10 an exchange beside a change of roles gives no token with the roles that end its session", async () => {
    const { signedIn, userId } = await account.signUp();
    const deps = liveDeps(account.runtime);
    const saveRotation: typeof deps.sessions.saveRotation = async (...rotation) => {
      const isSaved = await deps.sessions.saveRotation(...rotation);
      await account.database.connection
        .collection<{ _id: string }>("users")
        .updateOne({ _id: userId }, { $set: { roles: ["SUPER_ADMIN"] } });
      return isSaved;
    };
    const action = refreshAction({ ...deps, sessions: { ...deps.sessions, saveRotation } });
    account.broker.createService({ name: "racing", actions: { refresh: action } });
    await account.broker.waitForServices("racing");
    const racing = { ...refresh, name: "racing.refresh" } as typeof refresh;
    const { accessToken } = await account.call(racing, { refreshToken: tokenOf(signedIn) });
    expect(claimsOf(accessToken).roles).toEqual([]);
  });

  it("AUT-12 accepts ten parallel exchanges of one token, and each new token works", async () => {
    const { signedIn } = await account.signUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(tokenOf(signedIn))));
    expect(new Set(answers.map(tokenOf)).size).toBe(10);
    account.runtime.clock.advance(60 * SECOND);
    const [first, last] = [answers[0], answers[9]];
    if (!first || !last) throw new Error("fewer than ten answers");
    expect(await outcomeOf(exchange(tokenOf(first)))).toBe("ok");
    expect(await outcomeOf(exchange(tokenOf(last)))).toBe("ok");
  });

  it("AUT-12 AUT-11 hundreds of exchanges of one token within the grace end no session, and a use after it still does", async () => {
    const { signedIn, sessionId } = await account.signUp();
    account.runtime.clock.stop();
    let latest = signedIn;
    const keep = (next: SignedIn) => {
      latest = next;
    };
    const outcomes: string[] = [];
    for (let times = 0; times < 120; times += 1) outcomes.push(await outcomeOf(exchange(tokenOf(signedIn)).then(keep)));
    expect(outcomes).toEqual([...Array(50).fill("ok"), ...Array(70).fill("error.conflict")]);
    await exchange(tokenOf(latest)).then(keep);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe("error.conflict");
    expect((await account.rows("sessions", { _id: sessionId }))[0]).toMatchObject({ revoked: false });
    account.runtime.clock.advance(11 * SECOND);
    expect(await outcomeOf(exchange(tokenOf(latest)).then(keep))).toBe("ok");
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(INVALID);
    expect(await outcomeOf(exchange(tokenOf(latest)))).toBe(INVALID);
  });

  it("AUT-12 SGN-03 a loop of exchanges writes a session fifty times within the grace, so it holds up nothing that ends the session", async () => {
    const { signedIn, sessionId } = await account.signUp();
    account.runtime.clock.stop();
    let latest = signedIn;
    const next = () =>
      outcomeOf(
        exchange(tokenOf(latest)).then((following) => {
          latest = following;
        }),
      );
    const outcomes: string[] = [];
    for (let times = 0; times < 60; times += 1) outcomes.push(await next());
    expect(outcomes).toEqual([...Array(51).fill("ok"), ...Array(9).fill("error.conflict")]);
    expect((await account.rows("sessions", { _id: sessionId }))[0]).toMatchObject({ revoked: false });
    account.runtime.clock.advance(11 * SECOND);
    expect(await next()).toBe("ok");
  });

  it("AUT-14 refuses the token of a revoked session", async () => {
    const { signedIn, sessionId, ...me } = await account.signUp();
    await me.call(revokeSession, { sessionId });
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(INVALID);
  });

  it("AUT-14 an exchange fails when the session is revoked meanwhile", async () => {
    const { sessionId, ...me } = await account.signUp();
    const store = sessionStore(account.database);
    const seen = await store.find(sessionId);
    if (!seen) throw new Error("no such session");
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
    expect(await outcomeOf(exchange(tokenOf(third)))).toBe(INVALID);
  });

  it("AUT-23 refuses an access token, garbage, a wrong secret and a missing token", async () => {
    const { signedIn, sessionId } = await account.signUp();
    const wrongSecret = `${sessionId}.${"A".repeat(43)}`;
    for (const token of [signedIn.accessToken, "garbage", `${sessionId}.`, wrongSecret, ""]) {
      expect(await outcomeOf(exchange(token))).toBe(INVALID);
    }
    expect(await outcomeOf(account.call(refresh, {}))).toBe(INVALID);
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe("ok");
  });

  it("AUT-14 refuses the token of a user who was banned meanwhile", async () => {
    const { signedIn, userId } = await account.signUp();
    await account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { status: "BANNED" } });
    expect(await outcomeOf(exchange(tokenOf(signedIn)))).toBe(INVALID);
  });
});
