import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type Overview, STAFF_QUEUES, type StaffKind } from "#libs/contracts/config/console.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser, setRoles } from "../support/admin-browser.ts";
import { type EventSourceClient, openEventSource } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { within } from "../support/within.ts";

interface Act {
  readonly kind: StaffKind;
  readonly id: string;
  readonly by: string;
}

let system: TestSystem;
let fan: Person;
let creator: CreatorPerson;
let admin: Person;
const open: EventSourceClient[] = [];

beforeAll(async () => {
  system = await startTestSystem();
  [fan, creator, admin] = await Promise.all([
    system.newFan("100.00"),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
    newAdmin(system, "SUPER_ADMIN"),
  ]);
});
afterEach(() => {
  for (const source of open.splice(0)) source.close();
});
afterAll(() => system.stop());

async function connect(headers: Record<string, string>): Promise<EventSourceClient> {
  const source = await openEventSource(`${system.base}/api/v1/admin/stream`, headers);
  open.push(source);
  return source;
}
const byToken = ({ token }: Person) => connect({ authorization: `Bearer ${token}` });
const byCookie = ({ cookie }: AdminBrowser) => connect({ cookie });
const browserOf = async (...roles: AdminRole[]) => openAdminBrowser(system, await newAdmin(system, ...roles));
const look = () => system.runtime.jobs.runNow("config.watch-overview");
const openTicket = async () => dataOf(await fan.send("POST", "/support/tickets", { subject: "Where is it?", message: "My money" }), 201);
const sessionOf = async (userId: string) =>
  system.runtime.database("account").connection.collection("admin_sessions").findOne({ userId, revoked: false });

/** Looks until a stream has sent an overview that fits. */
const untilOverview = (source: EventSourceClient, fits: (overview: Overview) => boolean) =>
  eventually(async () => {
    await look();
    const last = source.data<Overview>("overview").at(-1);
    if (!last || !fits(last)) throw new Error("no such overview yet");
    return last;
  });

describe("the stream of the console", () => {
  it("CNS-10 it needs a session of staff: 401 without one, 403 for users; HEAD answers without a body", async () => {
    const { status } = await connect({});
    expect([status, (await byToken(fan)).status, (await connect({ cookie: "admin_session=forged" })).status]).toEqual([401, 403, 401]);
    const head = await fetch(`${system.base}/api/v1/admin/stream`, { method: "HEAD", headers: { authorization: `Bearer ${admin.token}` } });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("CNS-10 it begins with the overview of the reader, the same as the route answers, by cookie and by token", async () => {
    const browser = await browserOf("SUPPORT");
    const [byBrowser, bySuper] = [await byCookie(browser), await byToken(admin)];
    expect([byBrowser.status, byBrowser.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const [own] = await byBrowser.until<Overview>("overview", 1);
    expect(own).toEqual(dataOf(await browser.send("GET", "/admin/overview"), 200));
    expect(Object.keys(own?.queues ?? {})).toEqual(["tickets"]);
    const [all] = await bySuper.until<Overview>("overview", 1);
    expect(Object.keys(all?.queues ?? {})).toHaveLength(STAFF_QUEUES.length);
  });

  it("CNS-10 a position or Last-Event-ID of the client changes nothing", async () => {
    const { until } = await connect({ authorization: `Bearer ${admin.token}`, "last-event-id": uuid() });
    await until("overview", 1);
  });

  it("CNS-10 a sixth stream of a person is 429 until one of the five ends; streams of notifications do not count", async () => {
    const browser = await browserOf("ANALYST");
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => byCookie(browser)));
    expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await byCookie(browser);
    expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "30"]);
    five[0]?.close();
    await eventually(async () => expect((await byCookie(browser)).status).toBe(200));
    const person = await newAdmin(system, "ANALYST");
    await Promise.all([1, 2, 3, 4, 5].map(() => byToken(person)));
    const news = await openEventSource(`${system.base}/api/v1/notifications/stream`, { authorization: `Bearer ${person.token}` });
    open.push(news);
    expect(news.status).toBe(200);
  });

  it("CNS-10 it ends within two seconds of a sign-out, by cookie and by token, while others stay open", async () => {
    const [browser, other] = [await browserOf("SUPPORT"), await browserOf("SUPPORT")];
    const [ending, staying] = [await byCookie(browser), await byCookie(other)];
    await ending.until("overview", 1);
    dataOf(await browser.send("POST", "/admin/auth/logout"), 200);
    await within(
      2_500,
      eventually(() => expect(ending.ended).toBe(true)),
    );
    expect((await byCookie(browser)).status).toBe(401);
    const person = await newAdmin(system, "SUPPORT");
    const byBearer = await byToken(person);
    await person.send("POST", "/auth/logout");
    await within(
      2_500,
      eventually(() => expect(byBearer.ended).toBe(true)),
    );
    expect(staying.ended).toBe(false);
  });

  it("CNS-10 it ends within two seconds when its person loses the role or is suspended, although no hint comes", async () => {
    const [demoted, suspended] = [await newAdmin(system, "SUPPORT"), await newAdmin(system, "SUPPORT")];
    const [first, second] = [
      await byCookie(await openAdminBrowser(system, demoted)),
      await byCookie(await openAdminBrowser(system, suspended)),
    ];
    await setRoles(system, demoted.userId, ["USER"]);
    const users = system.runtime.database("account").connection.collection<{ _id: string; status: string }>("users");
    await users.updateOne({ _id: suspended.userId }, { $set: { status: "SUSPENDED" } });
    await within(
      3_000,
      eventually(() => expect([first.ended, second.ended]).toEqual([true, true])),
    );
  });

  it("CNS-10 it is no use of the session: opened and open, it does not prolong it, while calls beside it do; then it ends", async () => {
    await system.setConfig("auth.admin_idle_minutes", 30);
    const browser = await browserOf("SUPPORT");
    const source = await byCookie(browser);
    await source.until("overview", 1);
    const begun = (await sessionOf(browser.adminId))?.lastUsedAt as Date;
    system.runtime.clock.advance(20 * MINUTE);
    try {
      await byCookie(browser);
      // The stream asks about its session all the time; a call is a use nevertheless.
      expect((await sessionOf(browser.adminId))?.lastUsedAt).toEqual(begun);
      dataOf(await browser.send("GET", "/admin/auth/me"), 200);
      const used = (await sessionOf(browser.adminId))?.lastUsedAt as Date;
      expect(used.getTime() - begun.getTime()).toBeGreaterThanOrEqual(20 * MINUTE);
      system.runtime.clock.advance(31 * MINUTE);
      await eventually(() => expect(source.ended).toBe(true));
      expect((await browser.send("GET", "/admin/auth/me")).status).toBe(401);
    } finally {
      system.runtime.clock.reset();
    }
  });

  it("CON-32 a call that a page makes by itself is answered and does not prolong the session, whatever its method", async () => {
    await system.setConfig("auth.admin_idle_minutes", 30);
    const browser = await browserOf("SUPER_ADMIN");
    const lastUse = async () => (await sessionOf(browser.adminId))?.lastUsedAt as Date;
    const begun = await lastUse();
    const byItself = { headers: { "x-unattended": "1" } };
    system.runtime.clock.advance(20 * MINUTE);
    try {
      dataOf(await browser.send("GET", "/admin/auth/me", undefined, byItself), 200);
      dataOf(await browser.send("POST", "/admin/config/cache/clear", {}, byItself), 201);
      expect(await lastUse()).toEqual(begun);
      dataOf(await browser.send("GET", "/admin/auth/me", undefined, { headers: { "x-unattended": "no" } }), 200);
      expect((await lastUse()).getTime() - begun.getTime()).toBeGreaterThanOrEqual(20 * MINUTE);
      system.runtime.clock.advance(31 * MINUTE);
      expect((await browser.send("GET", "/admin/auth/me", undefined, byItself)).status).toBe(401);
    } finally {
      system.runtime.clock.reset();
    }
  });

  it("CNS-10 a number that changes is sent to those who see its queue, and to no others", async () => {
    const [support, finance] = [await byCookie(await browserOf("SUPPORT")), await byCookie(await browserOf("FINANCE"))];
    const [before] = await support.until<Overview>("overview", 1);
    await finance.until("overview", 1);
    await look();
    await openTicket();
    await untilOverview(support, ({ queues }) => queues.tickets === (before?.queues.tickets ?? 0) + 1);
    const seen = finance.data("overview").length;
    await openTicket();
    await untilOverview(support, ({ queues }) => queues.tickets === (before?.queues.tickets ?? 0) + 2);
    expect(finance.data("overview")).toHaveLength(seen);
  });

  it("CNS-10 what is gathered serves all streams: the services are not asked for each", async () => {
    const people = await Promise.all([1, 2].map(() => newAdmin(system, "ANALYST")));
    const { broker } = system;
    const { call } = broker;
    const called: string[] = [];
    broker.call = ((...given: Parameters<typeof call>) => {
      called.push(given[0]);
      return Reflect.apply(call, broker, given);
    }) as typeof call;
    const sources = await Promise.all(people.flatMap((person) => [1, 2, 3, 4, 5].map(() => byToken(person))));
    for (const source of sources) await source.until("overview", 1);
    broker.call = call;
    expect(called.filter((name) => name === "config.streamOverview").length).toBeGreaterThanOrEqual(10);
    expect(called.filter((name) => name === "content.getBacklog").length).toBeLessThan(10);
  });

  it("CNS-10 what a colleague changes is told to those who may read its kind, with who it was; reading tells nothing", async () => {
    const moderator = await newAdmin(system, "MODERATOR");
    const [moderation, finance, editor, analyst] = [
      await byCookie(await browserOf("MODERATOR")),
      await byCookie(await browserOf("FINANCE")),
      await byCookie(await browserOf("EDITOR")),
      await byCookie(await browserOf("ANALYST")),
    ];
    const rule = { name: "shops", pattern: "buy-now", category: "SPAM" };
    const { id: ruleId } = dataOf<{ id: string }>(await moderator.send("POST", "/admin/moderation/rules", rule), 201);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "buy-now, please" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
    dataOf(await moderator.send("GET", `/admin/moderation/messages/${messageId}`), 200);
    const decision = { decision: "REJECT", reason: "It sells" };
    dataOf(await moderator.send("POST", `/admin/moderation/messages/${messageId}/decide`, decision), 200);
    const acts = [
      { kind: "RULE", id: ruleId, by: moderator.userId },
      { kind: "MESSAGE", id: messageId, by: moderator.userId },
    ];
    await eventually(() => expect(moderation.data<Act>("changed")).toEqual(acts));
    dataOf(await admin.send("PATCH", `/admin/wallets/${fan.userId}`, { frozen: true, reason: "A test" }), 200);
    dataOf(await admin.send("PATCH", `/admin/wallets/${fan.userId}`, { frozen: false, reason: "A test" }), 200);
    const frozen = { kind: "WALLET", id: fan.userId, by: admin.userId };
    await eventually(() => expect(finance.data<Act>("changed")).toEqual([frozen, frozen]));
    dataOf(await admin.send("POST", "/admin/config/flags", { key: "new.look" }), 201);
    dataOf(await admin.send("PATCH", "/admin/config/keys/dm.free_daily_limit", { value: 900 }), 200);
    const off = { active: true, reason: "A test" };
    dataOf(await admin.send("PATCH", "/admin/config/kill-switches/DISCOVER", off), 200);
    const settings = [
      { kind: "FLAG", id: "new.look", by: admin.userId },
      { kind: "SETTING", id: "dm.free_daily_limit", by: admin.userId },
      { kind: "SWITCH", id: "DISCOVER", by: admin.userId },
    ];
    await eventually(() =>
      expect(analyst.data<Act>("changed").filter(({ kind }) => !["RULE", "MESSAGE", "WALLET"].includes(kind))).toEqual(settings),
    );
    expect(moderation.data<Act>("changed")).toEqual(acts);
    expect(editor.data<Act>("changed")).toEqual([]);
    dataOf(await admin.send("PATCH", "/admin/config/kill-switches/DISCOVER", { active: false, reason: "It is over" }), 200);
  });

  it("CNS-10 malformed hints are ignored", async () => {
    const source = await byToken(admin);
    await source.until("overview", 1);
    for (const payload of [undefined, null, 7, {}, { kind: "__proto__", id: "x", by: "y" }, { kind: "USER", id: 7, by: "y" }])
      await system.broker.broadcast(HINTS.staffActed.name, payload);
    await system.broker.broadcast(HINTS.staffActed.name, { kind: "USER", id: "x", by: "y" });
    // The change of the test before may still arrive.
    const told = async () => (await source.until<{ id: string }>("changed", 1)).filter(({ id }) => id !== "DISCOVER");
    await eventually(async () => expect(await told()).toEqual([{ kind: "USER", id: "x", by: "y" }]));
  });

  it("CNS-10 it stays open and says null while a service is away, and is refused with 503 without the service of the console", async () => {
    const source = await byToken(admin);
    await source.until("overview", 1);
    await system.broker.destroyService(system.broker.getLocalService("content"));
    await untilOverview(source, ({ queues }) => queues.tickets === null);
    await system.broker.destroyService(system.broker.getLocalService("config"));
    expect((await byToken(admin)).status).toBe(503);
    expect(source.ended).toBe(false);
  });
});
