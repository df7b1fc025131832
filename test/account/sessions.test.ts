import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  claimCreatorIdentity,
  getMe,
  getMessagingParty,
  listRevokedSessions,
  listSessions,
  login,
  logout,
  refresh,
  revokeSession,
  setUserStatus,
  updateMe,
} from "#libs/contracts/account.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { sessionStore } from "#services/account/data/session.store.ts";
import { forgetUser } from "#services/account/forget-user.ts";
import { actAs, outcomeOf } from "#test/support/act-as.ts";
import { eventually } from "#test/support/eventually.ts";
import { claimsOf, type Fixture, PASSWORD, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

async function revokedSince(since: Date) {
  const { revoked } = await account.call(listRevokedSessions, { since: since.toISOString() });
  return new Map(revoked.map(({ sessionId, reason }) => [sessionId, reason]));
}

describe("GET and DELETE /auth/sessions", () => {
  it("REG-04 lists the own open sessions, without an address", async () => {
    const { email, sessionId, ...me } = await account.signUp();
    await account.call(login, { email, password: PASSWORD, deviceName: "Kitchen", userAgent: FIREFOX, country: "PT" });
    const sessions = await me.call(listSessions, {});
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ current }) => current)?.id).toBe(sessionId);
    const other = sessions.find(({ current }) => !current);
    expect(other).toMatchObject({ deviceName: "Kitchen", userAgentSummary: "Firefox on Linux", country: "PT" });
    expect(Object.keys(other ?? {}).sort()).toEqual(
      ["country", "createdAt", "current", "deviceName", "expiresAt", "id", "lastUsedAt", "userAgentSummary"].sort(),
    );
  });

  it("REG-04 lists none that has run out, and ends none", async () => {
    const { sessionId, ...me } = await account.signUp();
    account.runtime.clock.advance(30 * DAY + MINUTE);
    expect(await me.call(listSessions, {})).toEqual([]);
    expect(await outcomeOf(me.call(revokeSession, { sessionId }))).toBe("auth.session.not_found");
  });

  it("REG-04 ends one of the own sessions; a foreign or ended one is not found", async () => {
    const me = await account.signUp();
    const stranger = await account.signUp();
    expect(await outcomeOf(me.call(revokeSession, { sessionId: stranger.sessionId }))).toBe("auth.session.not_found");
    expect(await outcomeOf(me.call(revokeSession, { sessionId: uuid() }))).toBe("auth.session.not_found");
    expect(await outcomeOf(me.call(revokeSession, { sessionId: me.sessionId }))).toBe("ok");
    expect(await outcomeOf(me.call(revokeSession, { sessionId: me.sessionId }))).toBe("auth.session.not_found");
    expect(await stranger.call(listSessions, {})).toHaveLength(1);
    expect(await me.call(listSessions, {})).toEqual([]);
  });

  it("AUT-13 logout ends this session only, and twice is as good as once", async () => {
    const { email, signedIn, sessionId, ...me } = await account.signUp();
    const other = await account.login(email);
    await me.call(logout, {});
    await me.call(logout, {});
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.call(refresh, { refreshToken: other.refreshToken }))).toBe("ok");
    await eventually(() => expect(account.hints).toContainEqual({ sessionId, reason: "LOGOUT" }));
  });
});

describe("the feed of revoked sessions", () => {
  it("AUT-13 names a revocation, also one that was written down just before", async () => {
    const { sessionId, ...me } = await account.signUp();
    await me.call(logout, {});
    const { asOf } = await account.call(listRevokedSessions, { since: new Date(0).toISOString() });
    expect((await revokedSince(new Date(asOf))).get(sessionId)).toBe("LOGOUT");
  });

  it("AUT-13 goes on behind the last of an answer, also among sessions that ended at one instant", async () => {
    const { email, sessionId, userId } = await account.signUp();
    const ids = [sessionId];
    for (let times = 0; times < 4; times++) ids.push(claimsOf((await account.login(email)).accessToken).sid);
    const store = sessionStore(account.database);
    const at = account.runtime.clock.now();
    await transactionOn(account.database)((tx) => store.revokeAll(tx, userId, { reason: "PASSWORD_CHANGE", at }));
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await store.listRevokedSince(at, after, 2);
      seen.push(...page.map(({ _id }) => _id));
      after = page.at(-1)?._id ?? null;
      if (page.length < 2) break;
    }
    expect(seen).toEqual([...ids].sort());
  });

  it("AUT-13 forgets what no access token can outlive", async () => {
    const { sessionId, ...me } = await account.signUp();
    await me.call(logout, {});
    account.runtime.clock.advance(HOUR + MINUTE);
    expect((await revokedSince(new Date(0))).has(sessionId)).toBe(false);
  });

  it("AUT-13 hides nothing from a reader whose clock ran ahead", async () => {
    const { sessionId, ...me } = await account.signUp();
    await me.call(logout, {});
    expect((await revokedSince(new Date(Date.now() + 24 * HOUR))).get(sessionId)).toBe("LOGOUT");
  });

  it("UPG-21 names the sessions of a user who is gone", async () => {
    const { email, sessionId, signedIn, ...me } = await account.signUp();
    await forgetUser(account.runtime, email.toUpperCase());
    expect((await revokedSince(new Date())).get(sessionId)).toBe("USER_GONE");
    expect(await account.rows("users", { email })).toEqual([]);
    expect(await account.rows("sessions", { _id: sessionId })).toHaveLength(1);
    expect(await outcomeOf(me.call(getMe, {}))).toBe("error.unauthorized");
    expect(await outcomeOf(me.call(updateMe, { displayName: "Nobody" }))).toBe("error.unauthorized");
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    const claim = { claimId: uuid(), userId: me.userId, username: `u${uuid()}` };
    expect(await outcomeOf(account.call(claimCreatorIdentity, claim))).toBe("creator.upgrade.user_not_found");
    expect(await account.call(getMessagingParty, { userId: me.userId })).toMatchObject({ found: false, status: null });
  });
});

describe("PATCH /auth/me", () => {
  it("NOT-01 changes what was given, and tells others", async () => {
    const me = await account.signUp();
    const answer = await me.call(updateMe, { displayName: " Ada ", locale: "de", timezone: "Europe/Lisbon" });
    expect(answer).toMatchObject({ displayName: "Ada", locale: "de", timezone: "Europe/Lisbon" });
    expect(await me.call(updateMe, { locale: "pt" })).toMatchObject({ displayName: "Ada", locale: "pt", timezone: "Europe/Lisbon" });
    const facts = await account.rows("outbox", { event: "user.changed", "payload.userId": me.userId });
    expect(facts.map(({ payload }) => (payload as { locale: string }).locale).sort()).toEqual(["de", "pt"]);
    expect(await account.call(getMessagingParty, { userId: me.userId })).toMatchObject({ found: true, displayName: "Ada", locale: "pt" });
  });

  it("REP-15 of two facts about a user the later one has the higher version, also when the clock stands still or goes back", async () => {
    account.runtime.clock.stop();
    const me = await account.signUp();
    const by = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
    await me.call(updateMe, { locale: "de" });
    account.runtime.clock.advance(-MINUTE);
    for (const status of ["BANNED", "ACTIVE"] as const) await by.call(setUserStatus, { userId: me.userId, status, reason: "because" });
    const facts = await account.rows("outbox", { event: "user.changed", "payload.userId": me.userId });
    const told = facts.map(({ payload }) => payload as { version: number; status: string; locale: string });
    told.sort((one, other) => one.version - other.version);
    expect(told.map(({ status }) => status)).toEqual(["ACTIVE", "BANNED", "ACTIVE"]);
    expect(new Set(told.map(({ version }) => version)).size).toBe(3);
    expect(await account.call(getMessagingParty, { userId: me.userId })).toMatchObject({ version: told.at(-1)?.version });
  });

  it("ENV-07 refuses a time zone that does not exist", async () => {
    const me = await account.signUp();
    expect(await outcomeOf(me.call(updateMe, { timezone: "Atlantis/Capital" }))).toBe("error.validation_failed");
  });
});

describe("PATCH /admin/users/{userId}/status", () => {
  const admin = (role = "ADMIN") => actAs(account.broker, account.runtime, { roles: [role] });

  it("AUT-14 a ban ends every session, is written down and told to others", async () => {
    const { email, signedIn, sessionId, userId } = await account.signUp();
    const by = admin();
    await by.call(setUserStatus, { userId, status: "BANNED", reason: "fraud" });
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    expect((await revokedSince(new Date())).get(sessionId)).toBe("ADMIN");
    const audit = await account.rows("audit_log", { target: userId, action: "user.status_changed" });
    expect(audit).toMatchObject([{ actor: by.userId, details: { from: "ACTIVE", to: "BANNED", reason: "fraud" } }]);
    const [fact] = await account.rows("outbox", { event: "user.changed", "payload.userId": userId });
    expect(fact).toMatchObject({ payload: { status: "BANNED" } });
    await by.call(setUserStatus, { userId, status: "ACTIVE", reason: "appeal" });
    expect(await outcomeOf(account.login(email))).toBe("ok");
  });

  it("AUT-14 the status that is there is no change", async () => {
    const { userId } = await account.signUp();
    await admin().call(setUserStatus, { userId, status: "ACTIVE", reason: "nothing" });
    expect(await account.rows("audit_log", { target: userId, action: "user.status_changed" })).toEqual([]);
  });

  it("AUT-22 is for those who may write users, and only a super admin changes an admin", async () => {
    const { userId } = await account.signUp();
    const suspend = { userId, status: "SUSPENDED", reason: "test" } as const;
    expect(await outcomeOf(admin("ANALYST").call(setUserStatus, suspend))).toBe("error.forbidden");
    expect(await outcomeOf(actAs(account.broker, account.runtime).call(setUserStatus, suspend))).toBe("error.forbidden");
    await account.database.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { roles: ["SUPPORT"] } });
    expect(await outcomeOf(admin("ADMIN").call(setUserStatus, suspend))).toBe("error.forbidden");
    expect(await outcomeOf(admin("SUPER_ADMIN").call(setUserStatus, suspend))).toBe("ok");
    expect(await outcomeOf(admin().call(setUserStatus, { ...suspend, userId: uuid() }))).toBe("error.user.not_found");
  });

  it("AUT-14 a login beside a suspension leaves no open session", async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = await account.register();
      const [user] = await account.rows("users", { email });
      const userId = String(user?._id);
      const suspension = admin().call(setUserStatus, { userId, status: "SUSPENDED", reason: "race" });
      await Promise.all([suspension, ...Array.from({ length: 4 }, () => outcomeOf(account.login(email)))]);
      expect(await account.rows("sessions", { userId, revoked: false })).toEqual([]);
    }
  });
});
