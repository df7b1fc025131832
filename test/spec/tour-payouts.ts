import { uuid } from "#libs/kernel/ids.ts";
import { type Constellation, type CreatorPerson, dataOf, type Person } from "#test/support/constellation.ts";
import type { Reply } from "#test/support/http.ts";

interface Payees {
  readonly system: Constellation;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
  readonly admin: Person;
}

/** Calls every route of earnings, payouts and adjustments, so that it succeeds. */
export async function visitPayouts(payees: Payees): Promise<void> {
  await visitPayoutsOf(await anEarningCreator(payees), payees);
  await visitAdjustments(payees);
}

/** A verified creator whose answer to one message was paid. */
async function anEarningCreator({ system }: Payees): Promise<CreatorPerson> {
  const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "100.00" });
  const rich = await system.newFan("100.00");
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "100.00", content: "Hello" };
  const { messageId } = dataOf<{ messageId: string }>(await rich.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
  await verify(system, creator);
  return creator;
}

/** Makes a creator one whose identity is verified. */
export async function verify({ runtime }: Pick<Constellation, "runtime">, { userId }: Pick<Person, "userId">): Promise<void> {
  const profiles = runtime.database("creator").collection("creator_profiles");
  await profiles.updateOne({ userId }, { $set: { kycStatus: "APPROVED" } });
}

async function visitPayoutsOf(creator: CreatorPerson, { tour, admin }: Payees): Promise<void> {
  tour.set("wallet.getEarnings", await creator.send("GET", `/creators/${creator.creatorId}/earnings`));
  tour.set("wallet.createPayoutMethod", await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "my bank" }));
  tour.set("wallet.listPayoutMethods", await creator.send("GET", "/payouts/methods"));
  const { methodId } = dataOf<{ methodId: string }>(tour.get("wallet.createPayoutMethod") as Reply, 201);
  const request = () => creator.send("POST", "/payouts", { amount: "20.00", methodId }, { headers: { "idempotency-key": uuid() } });
  tour.set("wallet.requestPayout", await request());
  const { payoutId } = dataOf<{ payoutId: string }>(tour.get("wallet.requestPayout") as Reply, 201);
  const second = dataOf<{ payoutId: string }>(await request(), 201);
  tour.set("wallet.approvePayout", await admin.send("POST", `/admin/payouts/${payoutId}/approve`));
  tour.set("wallet.failPayout", await admin.send("POST", `/admin/payouts/${second.payoutId}/fail`, { reason: "tour" }));
  tour.set("wallet.listPayouts", await creator.send("GET", "/payouts"));
  tour.set("wallet.getPayout", await creator.send("GET", `/payouts/${payoutId}`));
  tour.set("wallet.listAdminPayouts", await admin.send("GET", "/admin/payouts?status=PAID"));
  tour.set("wallet.removePayoutMethod", await creator.send("DELETE", `/payouts/methods/${methodId}`));
}

async function visitAdjustments({ system, tour, fan, admin }: Payees): Promise<void> {
  const second = await anotherAdmin(system);
  const path = "/admin/ledger/adjustments";
  const propose = () => admin.send("POST", path, { userId: fan.userId, amount: "1.00", reason: "tour" });
  tour.set("wallet.proposeAdjustment", await propose());
  const { adjustmentId } = dataOf<{ adjustmentId: string }>(tour.get("wallet.proposeAdjustment") as Reply, 201);
  tour.set("wallet.approveAdjustment", await second.send("POST", `${path}/${adjustmentId}/approve`));
  const other = dataOf<{ adjustmentId: string }>(await propose(), 201);
  tour.set("wallet.rejectAdjustment", await admin.send("POST", `${path}/${other.adjustmentId}/reject`, { reason: "tour" }));
  tour.set("wallet.listAdjustments", await admin.send("GET", path));
}

/** Somebody with all rights who is not the first administrator. */
export async function anotherAdmin(system: Constellation, roles: readonly string[] = ["SUPER_ADMIN"]): Promise<Person> {
  const { userId, email, password } = await system.newUser();
  await system.runtime
    .database("account")
    .collection<{ _id: string }>("users")
    .updateOne({ _id: userId }, { $set: { roles: [...roles] } });
  return system.signIn(email, password);
}
