import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface PayoutTour {
  readonly system: TestSystem;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
  readonly admin: Person;
}

/** Calls the routes of earnings, payouts and adjustments, so that each succeeds once. */
export async function visitPayouts(context: PayoutTour): Promise<void> {
  await visitPayoutsOf(await newEarningCreator(context), context);
  await visitAdjustments(context);
}

/** A verified creator who was paid for a reply. */
export async function newEarningCreator({ system }: Pick<PayoutTour, "system">): Promise<CreatorPerson> {
  const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "100.00" });
  const payer = await system.newFan("100.00");
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "100.00", content: "Hello" };
  const { messageId } = dataOf<{ messageId: string }>(await payer.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
  await verifyIdentity(system, creator);
  return creator;
}

/** Sets the identity check of a creator to APPROVED. */
export async function verifyIdentity({ runtime }: Pick<TestSystem, "runtime">, { userId }: Pick<Person, "userId">): Promise<void> {
  const profiles = runtime.database("creator").connection.collection("creator_profiles");
  await profiles.updateOne({ userId }, { $set: { kycStatus: "APPROVED" } });
}

async function visitPayoutsOf(creator: CreatorPerson, { system, tour, admin }: PayoutTour): Promise<void> {
  tour.set("wallet.getEarnings", await creator.send("GET", `/creators/${creator.creatorId}/earnings`));
  const month = new Date().toISOString().slice(0, 7);
  tour.set("wallet.getStatement", await creator.send("GET", `/payouts/statements/${month}`));
  tour.set("messaging.listEarnings", await creator.send("GET", `/payouts/statements/${month}/entries`));
  tour.set("wallet.createPayoutMethod", await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "my bank" }));
  tour.set("wallet.listPayoutMethods", await creator.send("GET", "/payouts/methods"));
  const { methodId } = dataOf<{ methodId: string }>(tour.get("wallet.createPayoutMethod") as Reply, 201);
  tour.set("wallet.getPayee", await creator.send("GET", "/payouts/payee"));
  const request = () => creator.send("POST", "/payouts", { amount: "20.00", methodId }, { headers: { "idempotency-key": uuid() } });
  tour.set("wallet.requestPayout", await request());
  const { payoutId } = dataOf<{ payoutId: string }>(tour.get("wallet.requestPayout") as Reply, 201);
  const second = dataOf<{ payoutId: string }>(await request(), 201);
  tour.set("wallet.approvePayout", await admin.send("POST", `/admin/payouts/${payoutId}/approve`));
  const batched = dataOf<{ payoutId: string }>(await request(), 201);
  tour.set("wallet.approvePayoutBatch", await admin.send("POST", "/admin/payouts/batches", { payoutIds: [batched.payoutId] }));
  tour.set("wallet.failPayout", await admin.send("POST", `/admin/payouts/${second.payoutId}/fail`, { reason: "tour" }));
  const third = dataOf<{ payoutId: string }>(await request(), 201);
  await system.setConfig("payment.payout_approval_threshold", 20);
  const approve = `/admin/payouts/${third.payoutId}/approve`;
  dataOf(await admin.send("POST", approve), 200);
  tour.set("wallet.withdrawPayoutApproval", await admin.send("POST", `${approve}/withdraw`, { reason: "tour" }));
  await system.setConfig("payment.payout_approval_threshold", 1000);
  tour.set("wallet.cancelPayout", await creator.send("POST", `/payouts/${third.payoutId}/cancel`));
  const fourth = dataOf<{ payoutId: string }>(await request(), 201);
  const payouts = system.runtime.database("messaging").connection.collection("payouts");
  const gone = { status: "PROCESSING", provider: "checkout", triedAt: new Date(), begunAt: new Date() };
  await payouts.updateOne({ _id: fourth.payoutId as never }, { $set: gone });
  const settle = [`/admin/payouts/${fourth.payoutId}/settle`, { outcome: "FAILED", reason: "tour" }] as const;
  dataOf(await (await newAdmin(system, "SUPER_ADMIN")).send("POST", ...settle), 202);
  tour.set("wallet.settlePayout", await admin.send("POST", ...settle));
  tour.set("wallet.startPayee", await creator.send("POST", "/payouts/payee", { country: "DE" }));
  tour.set("wallet.listPayouts", await creator.send("GET", "/payouts"));
  tour.set("wallet.getPayout", await creator.send("GET", `/payouts/${payoutId}`));
  tour.set("wallet.listAdminPayouts", await admin.send("GET", "/admin/payouts?status=PAID"));
  tour.set("wallet.removePayoutMethod", await creator.send("DELETE", `/payouts/methods/${methodId}`));
}

async function visitAdjustments({ system, tour, fan, admin }: PayoutTour): Promise<void> {
  const second = await newAdmin(system, "SUPER_ADMIN");
  const path = "/admin/ledger/adjustments";
  const propose = () => admin.send("POST", path, { userId: fan.userId, amount: "1.00", reason: "tour" });
  tour.set("wallet.proposeAdjustment", await propose());
  const { adjustmentId } = dataOf<{ adjustmentId: string }>(tour.get("wallet.proposeAdjustment") as Reply, 201);
  tour.set("wallet.approveAdjustment", await second.send("POST", `${path}/${adjustmentId}/approve`));
  const other = dataOf<{ adjustmentId: string }>(await propose(), 201);
  tour.set("wallet.rejectAdjustment", await admin.send("POST", `${path}/${other.adjustmentId}/reject`, { reason: "tour" }));
  tour.set("wallet.listAdjustments", await admin.send("GET", path));
}
