import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { operationOf } from "#gateway/openapi/operation.ts";
import { csvTable } from "#libs/contract-kit/csv-table.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";
import { servedRoutes } from "./served-routes.ts";

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: { readonly enum?: readonly string[] } }[];
  readonly responses: { readonly "200": { readonly content: object } };
}

const tables = servedRoutes.filter(({ http }) => http.csv !== undefined);
const forStaff = tables.filter(({ http }) => http.path.startsWith("/admin/"));

let system: TestSystem;
let admin: Person;
let finance: Person;
let creator: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem();
  [admin, finance, creator] = await Promise.all([newAdmin(system, "SUPER_ADMIN"), newAdmin(system, "FINANCE"), system.newCreator()]);
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const { userId, creatorId } = creator;
  const known = { userId, creatorId, currency: "EUR", methodId: uuid(), methodKind: "bank", methodLabel: "=1+1", provider: null };
  // Three of each instant, so that parts end among payouts of the same time.
  const payouts = Array.from({ length: 130 }, (_, number) => ({
    ...{ ...known, _id: uuid(), idempotencyKey: uuid(), amount: BigInt(2_000 + number), decidedBy: null, reason: null },
    ...{ status: number % 13 === 0 ? "FAILED" : "REQUESTED", requestedAt: at(Math.floor(number / 3)), settledAt: null },
  }));
  await rows("messaging", "payouts").insertMany(payouts as never[]);
});
afterAll(() => system.stop());

const rows = (service: "messaging" | "config", name: string) => system.runtime.database(service).connection.collection(name);
/** Filters without which a list is refused. */
const REQUIRED: Readonly<Record<string, string>> = { "wallet.exportLedger": "from=2026-01-01&to=2026-12-31&" };
const pathOf = (path: string) => path.replace(/\{\w+\}/g, creator.userId);

function fetchTable(path: string, { token }: Person, init: RequestInit = {}): Promise<Response> {
  return fetch(`${system.base}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
}

/** The lines of a table, header first. */
async function linesOf(path: string, person = finance): Promise<string[]> {
  const response = await fetchTable(path, person);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(text.endsWith("\r\n")).toBe(true);
  return text.trimEnd().split("\r\n");
}

interface Payout {
  readonly payoutId: string;
  readonly amount: string;
  readonly requestedAt: string;
}

async function listed(query: string): Promise<Payout[]> {
  const found: Payout[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/admin/payouts?${query}&limit=50&page=${page}`;
    const { items, totalPages } = dataOf<{ items: Payout[]; totalPages: number }>(await finance.send("GET", path), 200);
    found.push(...items);
    if (page >= totalPages) return found;
  }
}

describe("lists as CSV", () => {
  it("CNS-13 filtered payouts are all rows of the list, in its order, with dot amounts, zones, and no formulas", async () => {
    for (const query of ["status=REQUESTED", `userId=${creator.userId}`, `status=FAILED&userId=${creator.userId}`, `id=${uuid()}`]) {
      const [header, ...lines] = await linesOf(`/admin/payouts?${query}&format=csv`);
      expect(header).toBe(
        "payoutId,status,amount,currency,methodId,methodKind,methodLabel,reason,requestedAt,settledAt,number,userId,creatorId,decidedBy,weekSum,approvals,approval.by,approval.at,providerGone,settlement.by,settlement.at,settlement.reason,settlement.outcome,frozen,coolingUntil",
      );
      const items = await listed(query);
      expect(lines.map((line) => line.split(",")[0])).toEqual(items.map(({ payoutId }) => payoutId));
      for (const [index, { amount, requestedAt }] of items.entries()) {
        expect(lines[index]).toMatch(new RegExp(`,${amount.replace(".", "\\.")},EUR,.*,bank,"'=1\\+1",,${requestedAt},`));
        expect([amount, requestedAt]).toEqual([expect.stringMatching(/^\d+\.\d\d$/), expect.stringMatching(/Z$/)]);
      }
    }
    expect(await listed("status=REQUESTED")).toHaveLength(120);
  });

  it("CNS-13 a page is asked for by its number, another format is refused, and a HEAD has no rows", async () => {
    const path = "/admin/payouts?status=REQUESTED&format=csv";
    const [header, ...all] = await linesOf(path);
    expect(await linesOf(`${path}&limit=50`)).toEqual([header, ...all]);
    expect(await linesOf(`${path}&limit=7&page=2`)).toEqual([header, ...all.slice(7, 14)]);
    // The position of a part comes from the gateway only.
    expect(await linesOf(`${path}&after=${all[10]?.split(",")[0]}`)).toEqual([header, ...all]);
    for (const format of ["xml", "", "CSV"]) {
      expect(refusalOf(await finance.send("GET", `/admin/payouts?format=${format}`))).toBe(INVALID);
    }
    const head = await fetchTable(path, finance, { method: "HEAD" });
    expect([head.status, head.headers.get("content-disposition"), await head.text()]).toEqual([
      200,
      'attachment; filename="payouts.csv"',
      "",
    ]);
    expect((await fetchTable("/admin/payouts?format=json", finance)).headers.get("content-type")).toContain("application/json");
  });

  it("CNS-13 a negative amount is a number, a text that begins with a minus is not", async () => {
    const proposal = { userId: creator.userId, kind: "FAN", amount: "-7.50", reason: '-7.50, "by mistake"' };
    dataOf(await finance.send("POST", "/admin/ledger/adjustments", proposal), 201);
    const [, line] = await linesOf(`/admin/ledger/adjustments?userId=${creator.userId}&format=csv`);
    expect(line).toContain(`,FAN,-7.50,EUR,"'-7.50, ""by mistake""",PENDING,`);
  });

  it("CNS-13 the audit of settings and of staff has all its lines, and values as JSON", async () => {
    const known = { domain: "dm", action: "SET", scope: null, reason: null, changedBy: admin.userId };
    const changes = Array.from({ length: 410 }, (_, number) => ({
      ...{ ...known, _id: uuid(), key: "dm.timeout_hours", oldValue: number, newValue: { number } },
      changedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 7))),
    }));
    await rows("config", "config_audit").insertMany(changes as never[]);
    const [header, ...lines] = await linesOf(`/admin/config/audit-log?changedBy=${admin.userId}&format=csv`, admin);
    expect(header).toBe("id,key,domain,action,oldValue,newValue,scope,reason,changedBy,changedAt");
    expect(new Set(lines.map((line) => line.split(",")[0]))).toEqual(new Set(changes.map(({ _id }) => _id)));
    expect([lines.length, lines.at(-1)]).toEqual([410, expect.stringMatching(/,SET,\d,"\{""number"":\d\}",,,/)]);
    const trail = Array.from({ length: 410 }, (_, number) => ({
      ...{ _id: uuid(), actor: "robot", action: "a.b", target: "t", service: "config", details: null, requestId: null },
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 7))),
    }));
    await rows("config", "admin_trail").insertMany(trail as never[]);
    expect(await linesOf("/admin/audit?actor=robot&format=csv", admin)).toHaveLength(411);
  });

  it("CNS-13 people have their own movements, top-ups and payouts as tables, and nobody else's", async () => {
    const [fan, other] = await Promise.all([system.newFan("12.00"), system.newFan("34.00")]);
    const topUps = Array.from({ length: 60 }, (_, number) => ({
      ...{ _id: uuid(), userId: fan.userId, idempotencyKey: uuid(), amount: 500n, currency: "EUR", status: "FAILED", provider: "sandbox" },
      ...{ providerReference: uuid(), createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(number / 4))) },
    }));
    await rows("messaging", "topups").insertMany(topUps as never[]);
    const failed = await linesOf("/wallet/topups?status=FAILED&format=csv", fan);
    expect(failed[0]).toBe(
      "topupId,status,reason,amount,currency,refunded,disputed,number,action.kind,action.value,action.expiresAt,createdAt,expiresAt,settledAt",
    );
    expect(new Set(failed.slice(1).map((line) => line.split(",")[0]))).toEqual(new Set(topUps.map(({ _id }) => _id)));
    expect(failed).toHaveLength(61);
    expect(await linesOf("/wallet/topups?format=csv", other)).toHaveLength(2);
    expect((await linesOf("/wallet/transactions?format=csv", other))[1]).toMatch(/,TOPUP,34\.00,34\.00,/);
    expect(await linesOf("/payouts?format=csv", creator)).toHaveLength(131);
    expect(await linesOf("/payouts?format=csv", fan)).toHaveLength(1);
    for (const path of ["/wallet/transactions", "/wallet/topups", "/payouts"]) {
      expect((await fetch(`${system.base}/api/v1${path}?format=csv`)).status).toBe(401);
    }
  });

  it("CNS-13 escrows of one person have those sent and those received, each once and in order, across the parts", async () => {
    const other = uuid();
    const escrows = Array.from({ length: 120 }, (_, number) => ({
      ...{ _id: uuid(), messageId: uuid(), amount: 500n, commissionRate: 0.2, status: "RELEASED", concealed: false },
      ...(number % 3 === 0 ? { fanId: creator.userId, creatorId: other } : { fanId: other, creatorId: creator.userId }),
      ...{ heldAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(number / 4))), resolvedAt: new Date() },
    }));
    await rows("messaging", "escrows").insertMany(escrows as never[]);
    const newestFirst = escrows.sort((a, b) => b.heldAt.getTime() - a.heldAt.getTime() || (a._id < b._id ? 1 : -1));
    const [, ...lines] = await linesOf(`/admin/escrows?userId=${creator.userId}&format=csv`);
    expect(lines.map((line) => line.split(",")[0])).toEqual(newestFirst.map(({ _id }) => _id));
    await rows("messaging", "escrows").deleteMany({ _id: { $in: escrows.map(({ _id }) => _id) } } as never);
  });

  it("CNS-13 movements have a column for each part of their reference, and every account of the trial balance is there once", async () => {
    const fan = await system.newFan("12.00");
    const [header, line, ...others] = await linesOf(`/admin/wallets/${fan.userId}/transactions?format=csv`);
    expect(header).toBe(
      "id,kind,amount,balanceAfter,reference.type,reference.id,escrow.status,escrow.receiverId,escrow.reversed,createdAt",
    );
    expect([line, others]).toEqual([expect.stringMatching(/^[\w-]+,TOPUP,12\.00,12\.00,topup,[\w-]+,,,,[\d-]+T[\d:.]+Z$/), []]);
    const userId = uuid();
    const movements = Array.from({ length: 120 }, (_, number) => ({
      ...{ _id: uuid(), kind: "ADJUSTMENT", reference: { type: "adjustment", id: uuid() }, entries: [], createdAt: new Date() },
      movement: { account: `user:${userId}:earnings`, amount: -100n, balanceAfter: 0n, sequence: number + 1 },
    }));
    await rows("messaging", "ledger_transactions").insertMany(movements as never[]);
    const [, ...table] = await linesOf(`/admin/wallets/${userId}/transactions?wallet=CREATOR&format=csv`);
    expect(table.map((row) => row.split(",").slice(0, 3))).toEqual(movements.reverse().map(({ _id }) => [_id, "ADJUSTMENT", "-1.00"]));
    await rows("messaging", "ledger_transactions").deleteMany({ "movement.account": `user:${userId}:earnings` });
    const { accounts } = dataOf<{ accounts: { account: string }[] }>(await finance.send("GET", "/admin/ledger/trial-balance"), 200);
    const balance = await linesOf("/admin/ledger/trial-balance?format=csv&limit=1");
    expect(balance[0]).toBe("account,debit,credit,balance");
    expect(balance.slice(1).map((row) => row.split(",")[0])).toEqual(accounts.map(({ account }) => account));
  });

  it.each(forStaff.map((route) => [route.http.path, route] as const))(
    "CNS-13 %s as a table needs the permission of the list, and each export is one line of the audit log",
    async (_path, { http, name }) => {
      const path = `${pathOf(http.path)}?${REQUIRED[name] ?? ""}format=csv`;
      const lines = async () =>
        (await Promise.all(["messaging", "config"].map((service) => countOf(service as "messaging", name)))).reduce(sum);
      const before = await lines();
      const [header] = await linesOf(path, admin);
      expect(`${header}\r\n`).toBe(csvTable({ name, returns: returnsOf(name) }).header);
      expect(await lines()).toBe(before + 1);
      const mayNot = (["EDITOR", "MODERATOR", "SUPPORT"] as const).filter(
        (role) => !hasPermission([role], http.permission ?? "cache:clear"),
      );
      for (const person of [creator, ...(await Promise.all(mayNot.map((role) => newAdmin(system, role))))]) {
        expect(refusalOf(await person.send("GET", path))).toBe("403 error.forbidden");
      }
      expect(await lines()).toBe(before + 1);
    },
  );

  it("CNS-13 the ledger of a period has each entry once in the order of its time, across the parts, and is recorded once", async () => {
    const account = `user:${uuid()}:wallet`;
    const at = (number: number) => new Date(Date.UTC(2020, 0, 1, 0, Math.floor(number / 7)));
    const postings = Array.from({ length: 1_010 }, (_, number) => ({
      ...{ _id: uuid(), kind: "TOPUP", reference: { type: "topup", id: uuid() }, createdAt: at(number) },
      entries: [{ account, amount: 100n }, ...[{ account: "external:provider", amount: -100n }]],
      movement: { account, amount: 100n, balanceAfter: 0n, sequence: number + 1 },
    }));
    await rows("messaging", "ledger_transactions").insertMany(postings as never[]);
    const before = await countOf("messaging", "wallet.exportLedger");
    const [header, ...lines] = await linesOf("/admin/ledger/export?from=2020-01-01&to=2020-01-02&format=csv");
    expect(header).toBe("id,at,kind,reference_type,reference_id,account,amount,currency");
    const inOrder = postings.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a._id < b._id ? -1 : 1));
    const expected = inOrder.flatMap(({ _id, createdAt, reference }) =>
      [`${account},1.00`, "external:provider,-1.00"].map(
        (entry) => `${_id},${createdAt.toISOString()},TOPUP,topup,${reference.id},${entry},EUR`,
      ),
    );
    expect(lines).toEqual(expected);
    expect(await countOf("messaging", "wallet.exportLedger")).toBe(before + 1);
    await rows("messaging", "ledger_transactions").deleteMany({ "movement.account": account });

    const refused = async (query: string) => refusalOf(await finance.send("GET", `/admin/ledger/export?${query}`));
    expect(await refused("from=2020-01-01&to=2021-02-06")).toBe("400 payment.ledger.invalid_range");
    expect(await refused("from=2020-01-02&to=2020-01-02")).toBe("400 payment.ledger.invalid_range");
    expect(await refused("from=2020-01-01")).toContain("400");
    expect(await refused(`from=2020-01-01&to=2021-02-04&cursor=${uuid()}`)).toBe("409 error.conflict");
    dataOf(await finance.send("GET", "/admin/ledger/export?from=2020-01-01&to=2021-02-04"), 200);
  });

  it("CNS-13 the line of an export has the names of its filters, not their values", async () => {
    await linesOf(`/admin/payouts?userId=${creator.userId}&status=PAID&format=csv`);
    const [line] = await rows("messaging", "audit_log").find({ action: "wallet.listAdminPayouts" }).sort({ at: -1 }).limit(1).toArray();
    expect(line).toMatchObject({ actor: finance.userId, target: "payouts", details: { format: "csv", filters: ["userId", "status"] } });
    const count = await countOf("messaging", "wallet.listAdminPayouts");
    await listed("status=PAID");
    expect(await countOf("messaging", "wallet.listAdminPayouts")).toBe(count);
  });

  it("CNS-13 the lists of money and of the audit are tables, and each table is a list with a largest page", () => {
    expect(forStaff.map(({ http }) => http.path).sort()).toEqual([
      "/admin/audit",
      "/admin/chargebacks",
      "/admin/config/audit-log",
      "/admin/escrows",
      "/admin/held-earnings",
      "/admin/ledger/adjustments",
      "/admin/ledger/export",
      "/admin/ledger/trial-balance",
      "/admin/payouts",
      "/admin/refunds",
      "/admin/topups",
      "/admin/unclaimed",
      "/admin/wallets/{userId}/transactions",
    ]);
    for (const contract of tables) {
      const { name, http, params } = contract;
      expect([name, http.method, params.limit]).toEqual([name, "GET", expect.objectContaining({ max: expect.any(Number) })]);
      expect("page" in params || "cursor" in params).toBe(true);
      // A list without cursors goes on behind an item, so its first field must name one.
      const [first = ""] = csvTable({ name, returns: returnsOf(name) }).header.split(",");
      expect([name, "cursor" in params || /^(\w+I|i)d$/.test(first)]).toEqual([name, true]);
      csvTable({ name, returns: returnsOf(name) });
      const { parameters, responses } = operationOf({ ...contract, http }, "admin_config") as unknown as Operation;
      expect(Object.keys(responses["200"].content)).toEqual(["application/json", "text/csv"]);
      expect(parameters.map((parameter) => parameter.name)).toEqual(expect.not.arrayContaining(["after"]));
      expect(parameters.find((parameter) => parameter.name === "format")?.schema.enum).toEqual(["json", "csv"]);
      expect([http.etag, http.cachedUntil]).toEqual([undefined, undefined]);
    }
  });
});

const sum = (left: number, right: number) => left + right;
const returnsOf = (name: string) => tables.find((route) => route.name === name)?.returns ?? null;
const countOf = (service: "messaging" | "config", action: string) => rows(service, "audit_log").countDocuments({ action });
