import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { redact } from "#libs/platform/audit/redact.ts";
import { actedOn } from "#services/config/overview/acted-on.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";
import { servedRoutes } from "./served-routes.ts";
import { type Tour, takeTour } from "./tour.ts";

interface Line {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly at: string;
  readonly service: string;
  readonly details: unknown;
  readonly requestId: string | null;
}

interface Page {
  readonly items: Line[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
}

let system: TestSystem;
let admin: Person;
let tour: Tour;

beforeAll(async () => {
  system = await startTestSystem();
  tour = await takeTour(system);
  admin = await system.admin();
});
afterAll(() => system.stop());

const read = async (query = ""): Promise<Page> => dataOf<Page>(await admin.send("GET", `/admin/audit${query}`), 200);

async function wholeTrail(): Promise<Line[]> {
  const lines: Line[] = [];
  for (let page = 1; ; page += 1) {
    const { items, totalPages } = await read(`?limit=200&page=${page}`);
    lines.push(...items);
    if (page >= totalPages) return lines;
  }
}

/** A question to a passkey writes nothing of the administration. */
const QUESTION = "account.adminAskForPasskey";
const writes = servedRoutes.filter(({ name, http }) => http.path.startsWith("/admin/") && http.method !== "GET" && name !== QUESTION);

describe("the admin trail", () => {
  it("A1 the admin trail has exactly one line for every successful admin write, with the id of its request", async () => {
    const requests = writes.map(({ name }) => [name, tour.get(name)?.status, tour.get(name)?.headers.get("x-request-id")] as const);
    expect(requests.filter(([, status]) => status === undefined || status >= 300)).toEqual([]);
    expect(requests.length).toBeGreaterThan(20);
    await eventually(async () => {
      const trail = await wholeTrail();
      const found = requests.map(([name, , id]) => [name, trail.filter(({ requestId }) => requestId === id).length]);
      expect(found).toEqual(requests.map(([name]) => [name, 1]));
    });
  });

  it("CNS-10 what each admin write has changed is told to open consoles, except signing in and out, invitations, the cache, trying providers and audits of the books", async () => {
    const silent = [
      "account.adminLogin",
      "account.adminLogout",
      "account.adminStepUp",
      "account.adminVerifySecondFactor",
      "account.inviteStaff",
      "account.revokeAdminSession",
      "account.revokeInvitation",
      "account.testProvider",
      "config.clearCache",
      "wallet.runLedgerAudit",
    ];
    const trail = await wholeTrail();
    const untold = writes.filter(({ name }) => {
      const line = trail.find(({ requestId }) => requestId === tour.get(name)?.headers.get("x-request-id"));
      return !line || actedOn(line) === null;
    });
    expect(untold.map(({ name }) => name).sort()).toEqual(silent);
    const reads = trail.filter(({ action }) => /\.(list|get)[A-Z]|read_/.test(action));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((line) => actedOn(line) !== null)).toEqual([]);
  });

  it("A1 the admin trail has lines of admin actions only, each with its service and administrator", async () => {
    const trail = await wholeTrail();
    const admins = await system.runtime
      .database("account")
      .connection.collection<{ _id: string }>("users")
      .find({ "roles.0": { $exists: true } })
      .toArray();
    const removed = trail.filter(({ action }) => action === "staff.removed").map(({ target }) => target);
    const adminIds = [...admins.map(({ _id }) => _id), ...removed];
    const services = new Set(trail.map(({ service }) => service));
    expect([...services]).toEqual(expect.arrayContaining(["account", "config", "content", "creator", "messaging", "wallet"]));
    expect(trail.filter(({ actor }) => !adminIds.includes(actor))).toEqual([]);
    const ordinary = new Set(
      [tour.get("account.changePassword"), tour.get("creator.setVacation")].map((reply) => reply?.headers.get("x-request-id")),
    );
    expect(trail.filter(({ requestId }) => ordinary.has(requestId))).toEqual([]);
  });

  it("P1 the admin trail holds no password, token or cookie", async () => {
    const text = JSON.stringify(await wholeTrail());
    for (const canary of [admin.password, admin.token, "admin_session", "the password of a tour"]) expect(text).not.toContain(canary);
  });

  it("CON-18 the admin trail is filtered by actor, action and target, alone and together", async () => {
    const trail = await wholeTrail();
    const sample = trail.find(({ action }) => action === "creator.setStatus");
    if (!sample) throw new Error("the trail has no line of creator.setStatus");
    for (const field of ["actor", "action", "target"] as const) {
      const { items, total } = await read(`?${field}=${encodeURIComponent(sample[field])}&limit=200`);
      expect(items.map(({ id }) => id)).toEqual(trail.filter((line) => line[field] === sample[field]).map(({ id }) => id));
      expect(total).toBe(items.length);
    }
    const { items } = await read(`?actor=${sample.actor}&action=${sample.action}&target=${sample.target}`);
    expect(items).toEqual(trail.filter(({ target, action }) => target === sample.target && action === sample.action));
    const oneKind = await read(`?action=${sample.action}&target=${sample.target}`);
    expect(oneKind.items).toEqual(trail.filter(({ target, action }) => target === sample.target && action === sample.action));
    expect(oneKind.total).toBe(oneKind.items.length);
    expect((await read(`?action=${sample.action}&target=unknown`)).items).toEqual([]);
    expect((await read("?actor=unknown")).items).toEqual([]);
    expect((await read(`?action=${encodeURIComponent('{"$ne":null}')}`)).total).toBe(0);
  });

  it("the admin trail is listed newest first, and its pages neither skip nor repeat a line", async () => {
    const trail = await wholeTrail();
    expect(trail.map(({ at }) => at)).toEqual(
      trail
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const pages = await Promise.all([1, 2, 3].map((page) => read(`?limit=4&page=${page}`)));
    expect(pages.flatMap(({ items }) => items)).toEqual(trail.slice(0, 12));
    expect(pages[0]).toMatchObject({ total: trail.length, page: 1, limit: 4, totalPages: Math.ceil(trail.length / 4) });
    expect(await read("?page=100000")).toMatchObject({ items: [], total: trail.length });
    expect(await read()).toMatchObject({ page: 1, limit: 50 });
  });

  it("the admin trail is limited to the given number of days", async () => {
    const { total } = await read();
    const trail = system.runtime.database("config").connection.collection<{ _id: string; at: Date }>("admin_trail");
    const now = system.runtime.clock.now().getTime();
    const old = [1.5, 100].map((days, index) => ({
      ...{ _id: `old-${index}`, actor: "a", action: "x.y", target: "t", service: "config", details: {}, requestId: null },
      at: new Date(now - days * 86_400_000),
    }));
    await trail.insertMany(old);
    expect(await Promise.all(["?days=1", "?days=2", "?days=365", ""].map(async (query) => (await read(query)).total - total))).toEqual([
      0, 1, 2, 2,
    ]);
    await trail.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
  });

  it.each([
    "days=0",
    "days=366",
    "days=1.5",
    "days=x",
    "limit=0",
    "limit=201",
    "limit=-1",
    "limit=1e2",
    "page=0",
    "page=-1",
    "page=x",
    "days=",
    "days[$gt]=1&days=0",
  ])("D5 the admin trail refuses ?%s with 400", async (query) => {
    expect(refusalOf(await admin.send("GET", `/admin/audit?${query}`))).toBe("400 error.validation_failed");
  });

  it("ADM-02 the admin trail is readable with audit:read, also by an admin session; another admin role gets 403", async () => {
    const analyst: AdminBrowser = await openAdminBrowser(system, await newAdmin(system, "ANALYST"));
    expect((await analyst.send("GET", "/admin/audit")).status).toBe(200);
    expect(refusalOf(await (await newAdmin(system, "EDITOR")).send("GET", "/admin/audit"))).toBe("403 error.forbidden");
  });
});

describe("details of audit lines", () => {
  it("A1 details of audit lines are masked in fields with the name of a secret, and are limited in size", () => {
    const details = {
      from: "A",
      newSecret: "s",
      nested: { apiToken: "t", list: [{ password: "p", ok: 1 }] },
      secretHint: null,
      long: "x".repeat(5_000),
    };
    expect(redact(details)).toEqual({
      from: "A",
      newSecret: "[redacted]",
      nested: { apiToken: "[redacted]", list: [{ password: "[redacted]", ok: 1 }] },
      secretHint: null,
      long: `${"x".repeat(1_000)}…`,
    });
    expect(JSON.stringify(redact(JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`)))).toContain("[redacted]");
  });
});
