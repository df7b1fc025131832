import type { StaffKind } from "#libs/contracts/config/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface OneOfEach {
  readonly fan: Person;
  readonly creator: CreatorPerson;
  /** A super administrator. */
  readonly admin: Person;
  readonly ids: ReadonlyMap<StaffKind, string>;
}

async function made(field: string, person: Person, path: string, body: object, status = 201): Promise<string> {
  return String(dataOf<Record<string, unknown>>(await person.send("POST", path, body), status)[field]);
}

/** Something of each kind that the console shows, with an id of each. */
export async function makeOneOfEach(system: TestSystem): Promise<OneOfEach> {
  const [fan, creator, admin] = await Promise.all([
    system.newFan("100.00"),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
    newAdmin(system, "SUPER_ADMIN"),
  ]);
  const rows = (database: string, collection: string) =>
    system.runtime.database(database).connection.collection<{ _id: string }>(collection);
  const ids = new Map<StaffKind, string>();
  ids.set("USER", fan.userId).set("WALLET", fan.userId).set("CREATOR", creator.creatorId);
  const rule = { name: "shops", pattern: "buy-now", category: "SPAM" };
  ids.set("RULE", await made("id", admin, "/admin/moderation/rules", rule));
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "buy-now, please" };
  const messageId = await made("messageId", fan, "/messages", message);
  ids.set("MESSAGE", messageId).set("ESCROW", messageId);
  dataOf(await fan.send("POST", `/messages/${messageId}/appeal`, { reason: "a joke" }), 201);
  dataOf(await fan.send("POST", `/messages/${messageId}/report`, { category: "SPAM" }), 201);
  const first = async (collection: string) => (await rows("messaging", collection).findOne({}))?._id ?? "";
  ids.set("APPEAL", await first("moderation_appeals")).set("REPORT", await first("message_reports"));
  dataOf(await fan.send("POST", "/support/tickets", { subject: "Where is it?", message: "My money" }), 201);
  ids.set("TICKET", (await rows("content", "support_tickets").findOne({}))?._id ?? "");
  const correction = { userId: fan.userId, kind: "FAN", amount: "1.00", reason: "A test of the lookup" };
  dataOf(await admin.send("POST", "/admin/ledger/adjustments", correction), 201);
  ids.set("ADJUSTMENT", await first("ledger_adjustments"));
  const payoutId = uuid();
  const payout = {
    ...{
      userId: creator.userId,
      creatorId: creator.creatorId,
      status: "REQUESTED",
      requestedAt: new Date(),
      amount: 500n,
      currency: "EUR",
    },
    ...{ methodId: uuid(), methodKind: "BANK_ACCOUNT", methodLabel: "My bank", decidedBy: null, settledAt: null, reason: null },
  };
  await rows("messaging", "payouts").insertOne({ _id: payoutId, idempotencyKey: uuid(), ...payout } as { _id: string });
  ids.set("PAYOUT", payoutId);
  ids.set("TOPUP", await first("topups"));
  const disputed = {
    ...{ userId: fan.userId, topupId: ids.get("TOPUP"), status: "OPEN", source: uuid(), amount: 100n, openedAt: new Date() },
    ...{ currency: "EUR", claimed: 100n, reason: "GENERAL", answerBy: null, closedAt: null },
  };
  const left = {
    ...{ requestId: uuid(), userId: uuid(), status: "OPEN", amount: 100n, openedAt: new Date() },
    ...{ currency: "EUR", claimantId: null, claimedAt: null, decision: null, decidedBy: null, decidedAt: null },
  };
  const sentBack = {
    ...{ requestId: uuid(), part: 0, userId: fan.userId, topupId: ids.get("TOPUP"), status: "FAILED", amount: 100n, currency: "EUR" },
    ...{ requestedBy: fan.userId, origin: "FAN", note: null, reason: null, asked: 0, createdAt: new Date(), settledAt: new Date() },
  };
  for (const [kind, collection, row] of [
    ["REFUND", "refunds", sentBack],
    ["CHARGEBACK", "chargebacks", disputed],
    ["UNCLAIMED", "unclaimed", left],
  ] as const) {
    const id = uuid();
    await rows("messaging", collection).insertOne({ _id: id, ...row } as { _id: string });
    ids.set(kind, id);
  }
  ids.set("ARTICLE", (await rows("content", "help_articles").findOne({}))?._id ?? "");
  ids.set("CATEGORY", (await rows("content", "help_categories").findOne({}))?._id ?? "");
  dataOf(await fan.send("POST", "/gdpr/export", {}), 202);
  ids.set("PRIVACY_REQUEST", (await rows("account", "gdpr_requests").findOne({}))?._id ?? "");
  const browser = await openAdminBrowser(system, admin);
  const endpoint = { url: "https://example.org/hook", kinds: ["message.sent"] };
  const reply = await browser.send("POST", "/admin/webhooks", endpoint);
  ids.set("ENDPOINT", dataOf<{ id: string }>(reply, 201).id);
  dataOf(await admin.send("POST", "/admin/config/flags", { key: "new.look" }), 201);
  ids.set("SETTING", "dm.free_daily_limit").set("FLAG", "new.look").set("SWITCH", "MESSAGING");
  return { fan, creator, admin, ids };
}
