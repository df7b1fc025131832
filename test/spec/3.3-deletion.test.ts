import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.stop());

type Row = Readonly<Record<string, unknown>>;

const SCHEDULED = "409 error.user.deletion_scheduled";
const DEACTIVATED = "403 auth.account.deactivated";
const UNAUTHORIZED = "401 error.unauthorized";

const account = (collection: string) => system.runtime.database("account").connection.collection<Row & { _id: string }>(collection);
const requestsOf = (userId: string) => account("gdpr_requests").find({ userId }).sort({ _id: 1 }).toArray();
const userRow = (userId: string) => account("users").findOne({ _id: userId });
const eventsOf = async (event: string, userId: string) =>
  (await account("outbox").find({ event, "payload.userId": userId }).toArray()).map(({ payload }) => payload);
const deleteWithPassword = (person: Person, password: unknown = person.password) => person.send("POST", "/users/delete", { password });
const requestDeletion = (person: Person) => person.send("POST", "/gdpr/delete");
const cancel = (person: Person) => person.send("DELETE", "/gdpr/delete");
const signInAgain = (person: Person) => system.signIn(person.email, person.password);
const inDays = (days: number) => system.runtime.clock.now().getTime() + days * DAY;
const msUntil = (text: string) => new Date(text).getTime();

describe("spec 3.3, 4.4: requesting the deletion of an account", () => {
  it("DEL-01 DEL-09 DEL-10 DEL-14 DEL-17 with the right password, schedules the deletion in thirty days and marks the route as deprecated", async () => {
    const person = await system.newUser();
    const reply = await deleteWithPassword(person);
    const { scheduledAt } = dataOf<{ scheduledAt: string }>(reply, 200);
    expect(Object.keys(reply.body.data)).toEqual(["scheduledAt"]);
    expect(scheduledAt).toBe(new Date(scheduledAt).toISOString());
    expect(Math.abs(msUntil(scheduledAt) - inDays(30))).toBeLessThan(5_000);
    expect(reply.headers.get("deprecation")).toMatch(/^@\d{10}$/);
    expect(reply.headers.get("link")).toContain("</api/v1/gdpr/delete>");
    const rows = await requestsOf(person.userId);
    expect(rows).toEqual([expect.objectContaining({ type: "DELETION", status: "PENDING", scheduledAt: new Date(scheduledAt) })]);
    expect(await userRow(person.userId)).toMatchObject({ status: "DEACTIVATED" });
    const lines = await account("audit_log").find({ action: "user.deletion_requested", target: person.userId }).toArray();
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(person.password);
    expect(await eventsOf("user.deletion_requested", person.userId)).toEqual([
      { userId: person.userId, requestId: rows[0]?._id, scheduledAt },
    ]);
  });

  it("DEL-02 takes the grace period from the setting", async () => {
    const person = await system.newUser();
    await system.setConfig("gdpr.delete_grace_days", 7);
    const { scheduledAt } = dataOf<{ scheduledAt: string }>(await deleteWithPassword(person), 200);
    await system.setConfig("gdpr.delete_grace_days", 30);
    expect(Math.abs(msUntil(scheduledAt) - inDays(7))).toBeLessThan(5_000);
  });

  it("DEL-03 DEL-05 a missing, short or wrong password changes nothing", async () => {
    const person = await system.newUser();
    for (const body of [{}, { password: "1234567" }, { password: 12_345_678 }, { password: null }, { password: { $ne: "" } }]) {
      expect([body, refusalOf(await person.send("POST", "/users/delete", body))]).toEqual([body, INVALID]);
    }
    expect(refusalOf(await deleteWithPassword(person, `${person.password}!`))).toBe("400 error.user.password_incorrect");
    expect([await requestsOf(person.userId), (await userRow(person.userId))?.status]).toEqual([[], "ACTIVE"]);
    expect((await person.send("GET", "/auth/me")).status).toBe(200);
  });

  it("DEL-04 GDP-01 refuses an account without a password on POST /users/delete, and accepts it on POST /gdpr/delete", async () => {
    const person = await system.newUser();
    await account("users").updateOne({ _id: person.userId }, { $unset: { passwordHash: 1 } });
    expect(refusalOf(await deleteWithPassword(person))).toBe("400 error.user.password_required");
    const reply = await requestDeletion(person);
    const { requestId, status, scheduledAt } = dataOf<Record<string, string>>(reply, 201);
    expect([status, Math.abs(msUntil(scheduledAt ?? "") - inDays(30)) < 5_000]).toEqual(["PENDING", true]);
    expect((await requestsOf(person.userId)).map(({ _id }) => _id)).toEqual([requestId]);
    expect(reply.headers.get("deprecation")).toBeNull();
  });

  it("DEL-06 answers 404 to the token of a user who no longer exists, also with a password", async () => {
    const person = await system.newUser();
    await account("users").deleteOne({ _id: person.userId });
    const routes = [
      ["POST", "/users/delete", { password: person.password }],
      ["POST", "/gdpr/delete", undefined],
      ["DELETE", "/gdpr/delete", undefined],
      ["GET", "/gdpr/requests", undefined],
      ["POST", "/gdpr/export", undefined],
    ] as const;
    for (const [method, path, body] of routes) {
      expect([method, path, refusalOf(await person.send(method, path, body))]).toEqual([method, path, "404 error.user.not_found"]);
    }
  });

  it("DEL-07 DEL-08 GDP-02 refuses a second request on both routes with 409, also with the token of the ended session", async () => {
    const [first, second] = [await system.newUser(), await system.newUser()];
    dataOf(await deleteWithPassword(first), 200);
    dataOf(await requestDeletion(second), 201);
    for (const person of [first, second]) {
      expect(refusalOf(await deleteWithPassword(person))).toBe(SCHEDULED);
      expect(refusalOf(await requestDeletion(person))).toBe(SCHEDULED);
      expect(await requestsOf(person.userId)).toHaveLength(1);
    }
    expect(refusalOf(await deleteWithPassword(first, "a wrong password"))).toBe("400 error.user.password_incorrect");
  });

  it("DEL-11 every session ends at once: refresh and bearer routes fail on every device", async () => {
    const person = await system.newUser();
    const mobile = { "x-client-platform": "IOS" };
    const { email, password } = person;
    const other = dataOf<{ accessToken: string; refreshToken: string }>(
      await system.send("POST", "/auth/login", { body: { email, password }, headers: mobile }),
      200,
    );
    dataOf(await deleteWithPassword(person), 200);
    for (const token of [person.token, other.accessToken]) {
      expect(refusalOf(await system.send("GET", "/auth/me", { token }))).toBe(UNAUTHORIZED);
      expect(refusalOf(await system.send("GET", "/notifications", { token }))).toBe(UNAUTHORIZED);
    }
    const refreshed = await system.send("POST", "/auth/refresh", { body: { refreshToken: other.refreshToken }, headers: mobile });
    expect(refusalOf(refreshed)).toBe("401 auth.refresh.invalid_token");
    expect(await account("sessions").countDocuments({ userId: person.userId, revoked: false })).toBe(0);
  });

  it("DEL-12 stores nothing when the sessions cannot be ended", async () => {
    const person = await system.newUser();
    system.runtime.faults.arm({ point: "account.deletion.sessions", mode: "error", times: 1 });
    expect((await deleteWithPassword(person)).status).toBe(500);
    expect([await requestsOf(person.userId), (await userRow(person.userId))?.status]).toEqual([[], "ACTIVE"]);
    expect((await person.send("GET", "/auth/me")).status).toBe(200);
    expect(await eventsOf("user.deletion_requested", person.userId)).toEqual([]);
    expect((await deleteWithPassword(person)).status).toBe(200);
    expect(await eventsOf("user.deletion_requested", person.userId)).toHaveLength(1);
  });

  it("DEL-13 accepts exactly one of ten parallel requests", async () => {
    for (const send of [deleteWithPassword, requestDeletion]) {
      const person = await system.newUser();
      const outcomes = (await Promise.all(Array.from({ length: 10 }, () => send(person)))).map(refusalOf);
      const success = send === deleteWithPassword ? "200" : "201";
      expect(outcomes.sort()).toEqual([success, ...Array.from({ length: 9 }, () => SCHEDULED)].sort());
      expect((await requestsOf(person.userId)).map(({ status }) => status)).toEqual(["PENDING"]);
    }
  });

  it("DEL-10 GDP-03 a suspended or banned user cannot become active by requesting and cancelling a deletion", async () => {
    for (const status of ["SUSPENDED", "BANNED"]) {
      const person = await system.newUser();
      await account("users").updateOne({ _id: person.userId }, { $set: { status } });
      for (const send of [deleteWithPassword, requestDeletion]) expect(refusalOf(await send(person))).toBe("403 auth.account.suspended");
      expect(refusalOf(await cancel(person))).toBe("404 gdpr.error.no_pending_request");
      expect([await requestsOf(person.userId), (await userRow(person.userId))?.status]).toEqual([[], status]);
    }
  });

  it("DEL-15 answers 401 without a token", async () => {
    for (const [method, path] of [
      ["POST", "/users/delete"],
      ["POST", "/gdpr/delete"],
      ["DELETE", "/gdpr/delete"],
    ] as const) {
      expect(refusalOf(await system.send(method, path))).toBe(UNAUTHORIZED);
    }
  });
});

describe("the grace period", () => {
  it("GDP-03 GDP-06 a cancellation undoes a request of either route; ended sessions stay ended", async () => {
    for (const send of [deleteWithPassword, requestDeletion]) {
      const person = await system.newUser();
      expect((await send(person)).status).toBeLessThan(300);
      const cancelled = dataOf<Record<string, string>>(await cancel(person), 200);
      const [row] = await requestsOf(person.userId);
      expect(cancelled).toEqual({ requestId: row?._id, status: "CANCELLED" });
      expect([row?.status, (await userRow(person.userId))?.status]).toEqual(["CANCELLED", "ACTIVE"]);
      expect(await account("audit_log").countDocuments({ action: "user.deletion_cancelled", target: person.userId })).toBe(1);
      expect(await eventsOf("user.deletion_cancelled", person.userId)).toEqual([{ userId: person.userId, requestId: row?._id }]);
      expect(refusalOf(await person.send("GET", "/auth/me"))).toBe(UNAUTHORIZED);
      expect((await (await signInAgain(person)).send("GET", "/auth/me")).status).toBe(200);
    }
  });

  it("GDP-03 a cancellation, also with the token of an ended session, tells the owner once in the list and once by mail", async () => {
    const person = await system.newUser();
    dataOf(await requestDeletion(person), 201);
    dataOf(await cancel(person), 200);
    const owner = await signInAgain(person);
    const mails = () => mailboxOf(system.runtime).of(person.email);
    await eventually(() => expect(mails().map(({ kind }) => kind)).toContain("account_deletion_cancelled"));
    const { items } = dataOf<{ items: { eventKey: string; data: unknown }[] }>(await owner.send("GET", "/notifications"), 200);
    const key = "account_deletion_cancelled";
    expect(items.filter(({ eventKey }) => eventKey === key)).toMatchObject([{ data: { deepLink: "/settings/security" } }]);
    expect(mails().filter(({ kind }) => kind === key)).toMatchObject([{ text: expect.stringContaining("/settings/security") }]);
  });

  it("GDP-06 what a deletion has ended reads nothing more once its owner has signed out everywhere", async () => {
    const person = await system.newUser();
    dataOf(await requestDeletion(person), 201);
    const paths = ["/gdpr/requests", "/wallet/closing"];
    const read = (who: Person) => Promise.all(paths.map(async (path) => refusalOf(await who.send("GET", path))));
    const owner = await signInAgain(person);
    expect([await read(person), await read(owner)]).toEqual([paths.map(() => "200"), paths.map(() => "200")]);
    const { ended } = dataOf<{ ended: number }>(await owner.send("POST", "/auth/logout-all", { exceptCurrent: true }), 200);
    expect(ended).toBe(0);
    await eventually(async () => expect(await read(person)).toEqual(paths.map(() => UNAUTHORIZED)));
    expect(await read(owner)).toEqual(paths.map(() => "200"));
    expect([refusalOf(await deleteWithPassword(person)), refusalOf(await cancel(person))]).toEqual([UNAUTHORIZED, UNAUTHORIZED]);
    expect(refusalOf(await cancel(owner))).toBe("200");
  });

  it("GDP-06 DEL-11 a cancellation does not reopen an admin session that the deletion has ended", async () => {
    const admin = await newAdmin(system, "ADMIN");
    const { cookie } = await openAdminBrowser(system, admin);
    const me = async () => refusalOf(await system.send("GET", "/admin/auth/me", { headers: { cookie } }));
    expect(await me()).toBe("200");
    dataOf(await deleteWithPassword(admin), 200);
    await eventually(async () => expect(await me()).toBe(UNAUTHORIZED));
    dataOf(await cancel(admin), 200);
    expect(await account("admin_sessions").countDocuments({ userId: admin.userId, revoked: false })).toBe(0);
    await (await signInAgain(admin)).send("GET", "/auth/me");
    expect(await me()).toBe(UNAUTHORIZED);
  });

  it("GDP-04 GDP-05 refuses a cancellation without a request with 404, and accepts a new request after a cancellation", async () => {
    const person = await system.newUser();
    expect(refusalOf(await cancel(person))).toBe("404 gdpr.error.no_pending_request");
    dataOf(await requestDeletion(person), 201);
    dataOf(await cancel(person), 200);
    expect(refusalOf(await cancel(person))).toBe("404 gdpr.error.no_pending_request");
    dataOf(await requestDeletion(await signInAgain(person)), 201);
    expect((await requestsOf(person.userId)).map(({ status }) => status).sort()).toEqual(["CANCELLED", "PENDING"]);
    const listed = dataOf<Row[]>(await person.send("GET", "/gdpr/requests"), 200);
    expect(listed.map(({ type, status }) => [type, status])).toEqual([
      ["DELETION", "PENDING"],
      ["DELETION", "CANCELLED"],
    ]);
  });

  it("GDP-07 a login returns the date of the deletion, and its token is accepted on the routes of the deletion only", async () => {
    const person = await system.newUser();
    const { scheduledAt } = dataOf<{ scheduledAt: string }>(await requestDeletion(person), 201);
    const { email, password } = person;
    const login = await system.send("POST", "/auth/login", { body: { email, password } });
    expect(dataOf(login, 200)).toMatchObject({ accountStatus: "DEACTIVATED", deletionScheduledAt: scheduledAt });
    const signedInAgain = await signInAgain(person);
    for (const [method, path] of [
      ["GET", "/auth/me"],
      ["GET", "/notifications"],
      ["POST", "/creators/upgrade"],
      ["GET", "/wallet"],
    ] as const) {
      expect([path, refusalOf(await signedInAgain.send(method, path, method === "POST" ? {} : undefined))]).toEqual([path, DEACTIVATED]);
    }
    expect((await signedInAgain.send("GET", "/gdpr/requests")).status).toBe(200);
    expect((await signedInAgain.send("POST", "/gdpr/export")).status).toBe(202);
    expect(refusalOf(await requestDeletion(signedInAgain))).toBe(SCHEDULED);
    expect((await cancel(signedInAgain)).status).toBe(200);
  });

  it("DEL-16 messages, bio page and discovery do not reach the creator until the deletion is cancelled", async () => {
    const [creator, fan] = [await system.newCreator(), await system.newFan("0")];
    const platform = `P${uuid().slice(-8)}`;
    const path = `/creators/${creator.creatorId}/socials`;
    const { id } = dataOf<{ id: string }>(await creator.send("POST", path, { platform, handle: "@me" }), 201);
    dataOf(await creator.send("POST", `${path}/${id}/verify`, { method: "BIO_CODE" }), 200);
    const listed = async () => {
      const reply = await system.send("GET", `/discover/category/${platform}`);
      return dataOf<{ results: Row[] }>(reply, 200).results.map((card) => card.id);
    };
    const page = async () => (await system.send("GET", `/bio/${creator.username}`)).status;
    await eventually(async () => expect([await page(), await listed()]).toEqual([200, [creator.creatorId]]));
    dataOf(await deleteWithPassword(creator), 200);
    const message = { receiverId: creator.userId, dmType: "FREE", content: "are you there?" };
    expect(refusalOf(await fan.send("POST", "/messages", message))).toBe("400 message.send.error.creator_unavailable");
    await eventually(async () => expect([await page(), await listed()]).toEqual([404, []]));
    dataOf(await cancel(creator), 200);
    await eventually(async () => expect([await page(), await listed()]).toEqual([200, [creator.creatorId]]));
    expect((await fan.send("POST", "/messages", message)).status).toBe(201);
  });
});
