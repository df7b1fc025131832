import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { forgetUser } from "#deploy/launch/forget-user.ts";
import {
  claimCreatorIdentity,
  getMe,
  getUserSummary,
  listRevokedSessions,
  listSessions,
  login,
  logout,
  refresh,
  revokeSession,
  setUserStatus,
  updateMe,
} from "#libs/contracts/account/index.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { sessionStore } from "#services/account/data/session.store.ts";
import { createSessionHints } from "#services/account/sign-in/session-hints.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
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

describe("hints of ended sessions", () => {
  it("AUT-13 name each of hundreds, so that none of them goes on while the service that has the list is away", () => {
    const heard: unknown[] = [];
    const hints = createSessionHints();
    const broker = { broadcast: async (_name: string, payload: unknown) => void heard.push(payload) };
    hints.bind?.(broker as unknown as ServiceBroker);
    const ids = Array.from({ length: 300 }, () => uuid());
    hints.sessionsRevoked(ids, "ROLE_CHANGE");
    expect(heard).toEqual(ids.map((sessionId) => ({ sessionId, reason: "ROLE_CHANGE" })));
  });
});

describe("GET and DELETE /auth/sessions", () => {
  it("REG-04 lists the open sessions of the caller, without an IP address", async () => {
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

  it("REG-04 neither lists nor ends an expired session", async () => {
    const { sessionId, ...me } = await account.signUp();
    account.runtime.clock.advance(30 * DAY + MINUTE);
    expect(await me.call(listSessions, {})).toEqual([]);
    expect(await outcomeOf(me.call(revokeSession, { sessionId }))).toBe("auth.session.not_found");
  });

  it("REG-04 ends a session of the caller; that of another user or an ended one is not found", async () => {
    const me = await account.signUp();
    const stranger = await account.signUp();
    expect(await outcomeOf(me.call(revokeSession, { sessionId: stranger.sessionId }))).toBe("auth.session.not_found");
    expect(await outcomeOf(me.call(revokeSession, { sessionId: uuid() }))).toBe("auth.session.not_found");
    expect(await outcomeOf(me.call(revokeSession, { sessionId: me.sessionId }))).toBe("ok");
    expect(await outcomeOf(me.call(revokeSession, { sessionId: me.sessionId }))).toBe("auth.session.not_found");
    expect(await stranger.call(listSessions, {})).toHaveLength(1);
    expect(await me.call(listSessions, {})).toEqual([]);
  });

  it("AUT-13 logout ends the current session only, and may be repeated", async () => {
    const { email, signedIn, sessionId, ...me } = await account.signUp();
    const other = await account.login(email);
    await me.call(logout, {});
    await me.call(logout, {});
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.call(refresh, { refreshToken: other.refreshToken }))).toBe("ok");
    await eventually(() => expect(account.hints).toContainEqual({ sessionId, reason: "LOGOUT" }));
  });
});

describe("account.listRevokedSessions", () => {
  it("AUT-13 lists a revocation that was stored just before the given instant", async () => {
    const { sessionId, ...me } = await account.signUp();
    await me.call(logout, {});
    const { asOf } = await account.call(listRevokedSessions, { since: new Date(0).toISOString() });
    expect((await revokedSince(new Date(asOf))).get(sessionId)).toBe("LOGOUT");
  });

  it("AUT-13 pages through sessions that ended at the same instant", async () => {
    const { email, sessionId, userId } = await account.signUp();
    const ids = [sessionId];
    for (let times = 0; times < 4; times++) ids.push(claimsOf((await account.login(email)).accessToken).sid);
    const store = sessionStore(account.database);
    const at = account.runtime.clock.now();
    await account.database.transaction((tx) => store.revokeAll(tx, userId, { reason: "PASSWORD_CHANGE", at }));
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await store.listRevokedSince(at, after, 2);
      seen.push(...page.map(({ _id }) => _id));
      after = page.at(-1)?._id ?? null;
      if (page.length < 2) break;
    }
    expect(seen).toEqual([...ids].sort());
  });

  it("AUT-13 leaves out sessions whose access tokens have expired", async () => {
    const { sessionId, ...me } = await account.signUp();
    await me.call(logout, {});
    account.runtime.clock.advance(HOUR + MINUTE);
    expect((await revokedSince(new Date(0))).has(sessionId)).toBe(false);
  });

  it("AUT-13 lists revocations for a caller whose clock runs ahead", async () => {
    const { sessionId, ...me } = await account.signUp();
    await me.call(logout, {});
    expect((await revokedSince(new Date(Date.now() + 24 * HOUR))).get(sessionId)).toBe("LOGOUT");
  });

  it("UPG-21 lists the sessions of a user who does not exist any more", async () => {
    const { email, sessionId, signedIn, ...me } = await account.signUp();
    await forgetUser(account.runtime, email.toUpperCase());
    expect((await revokedSince(new Date())).get(sessionId)).toBe("USER_GONE");
    expect(await account.rows("users", { email })).toEqual([]);
    expect(await account.rows("sessions", { _id: sessionId })).toHaveLength(1);
    expect(await outcomeOf(me.call(getMe, {}))).toBe("error.unauthorized");
    expect(await outcomeOf(me.call(updateMe, { displayName: "Ada" }))).toBe("error.unauthorized");
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    const claim = { claimId: uuid(), userId: me.userId, username: `u${uuid()}` };
    expect(await outcomeOf(account.call(claimCreatorIdentity, claim))).toBe("creator.upgrade.user_not_found");
    expect(await account.call(getUserSummary, { userId: me.userId })).toMatchObject({ found: false, status: null });
  });
});

describe("PATCH /auth/me", () => {
  it("NOT-01 changes the given fields and publishes user.changed", async () => {
    const me = await account.signUp();
    const answer = await me.call(updateMe, { displayName: " Ada ", locale: "de", timezone: "Europe/Lisbon" });
    expect(answer).toMatchObject({ displayName: "Ada", locale: "de", timezone: "Europe/Lisbon" });
    expect(await me.call(updateMe, { locale: "pt" })).toMatchObject({ displayName: "Ada", locale: "pt", timezone: "Europe/Lisbon" });
    const facts = await account.rows("outbox", { event: "user.changed", "payload.userId": me.userId });
    expect(facts.map(({ payload }) => (payload as { locale: string }).locale).sort()).toEqual(["de", "pt"]);
    expect(await account.call(getUserSummary, { userId: me.userId })).toMatchObject({ found: true, displayName: "Ada", locale: "pt" });
  });

  it("REG-06 makes sixty changes of one user at once one after the other, each in one attempt", async () => {
    const me = await account.member();
    let attempts = 0;
    account.database.connection.set("debug", (collection: string, method: string) => {
      if (collection === "users" && method === "findOneAndUpdate") attempts += 1;
    });
    const changes = Array.from({ length: 60 }, (_, index) => outcomeOf(me.call(updateMe, { displayName: `Ada ${index}` })));
    expect(await Promise.all(changes)).toEqual(Array(60).fill("ok"));
    account.database.connection.set("debug", false);
    expect(attempts).toBe(60);
  });

  it("REP-15 gives a later event about a user the higher version, also when the clock stands still or steps back", async () => {
    account.runtime.clock.stop();
    const me = await account.signUp();
    const by = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
    await me.call(updateMe, { locale: "de" });
    account.runtime.clock.advance(-MINUTE);
    for (const status of ["BANNED", "ACTIVE"] as const) await by.call(setUserStatus, { userId: me.userId, status, reason: "because" });
    const facts = await account.rows("outbox", { event: "user.changed", "payload.userId": me.userId });
    const payloads = facts.map(({ payload }) => payload as { version: number; status: string; locale: string });
    payloads.sort((one, other) => one.version - other.version);
    expect(payloads.map(({ status }) => status)).toEqual(["ACTIVE", "BANNED", "ACTIVE"]);
    expect(new Set(payloads.map(({ version }) => version)).size).toBe(3);
    expect(await account.call(getUserSummary, { userId: me.userId })).toMatchObject({ version: payloads.at(-1)?.version });
  });

  it("ENV-07 refuses an unknown time zone", async () => {
    const me = await account.signUp();
    expect(await outcomeOf(me.call(updateMe, { timezone: "Atlantis/Capital" }))).toBe("error.validation_failed");
  });
});

describe("PATCH /admin/users/{userId}/status", () => {
  const admin = (role = "ADMIN") => actAs(account.broker, account.runtime, { roles: [role] });

  it("AUT-14 a ban ends every session, is audited and published", async () => {
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

  it("AUT-14 records nothing when the status stays the same", async () => {
    const { userId } = await account.signUp();
    await admin().call(setUserStatus, { userId, status: "ACTIVE", reason: "nothing" });
    expect(await account.rows("audit_log", { target: userId, action: "user.status_changed" })).toEqual([]);
  });

  it("AUT-22 requires users:write, and SUPER_ADMIN for the account of an administrator", async () => {
    const { userId } = await account.signUp();
    const suspend = { userId, status: "SUSPENDED", reason: "test" } as const;
    expect(await outcomeOf(admin("ANALYST").call(setUserStatus, suspend))).toBe("error.forbidden");
    expect(await outcomeOf(actAs(account.broker, account.runtime).call(setUserStatus, suspend))).toBe("error.forbidden");
    await account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { roles: ["SUPPORT"] } });
    expect(await outcomeOf(admin("ADMIN").call(setUserStatus, suspend))).toBe("error.forbidden");
    expect(await outcomeOf(admin("SUPER_ADMIN").call(setUserStatus, suspend))).toBe("ok");
    expect(await outcomeOf(admin().call(setUserStatus, { ...suspend, userId: uuid() }))).toBe("error.user.not_found");
  });

  it("AUT-14 leaves no open session when logins run beside a suspension", async () => {
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
