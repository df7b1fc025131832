import { uuid } from "#libs/kernel/ids.ts";
import { signatureOf } from "#libs/providers/payment/callback-signature.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person, type TestSystem } from "../support/test-system.ts";
import type { Tour } from "./tour.ts";

const SECRET = "a secret of the payment provider";

/** The headers of a callback that the test provider has signed. */
export function signed(raw: string, secret = SECRET, at = new Date()): { "payment-signature": string } {
  return { "payment-signature": signatureOf(raw, secret, at) };
}

/** A top-up of 10.00 that is pending. Resolves to its id. */
export async function beginTopUp(fan: Person): Promise<string> {
  const reply = await fan.send("POST", "/wallet/topups", { amount: "10.00" }, { headers: { "idempotency-key": uuid() } });
  return dataOf<{ topupId: string }>(reply, 201).topupId;
}

export interface PaymentTour {
  readonly system: TestSystem;
  readonly tour: Tour;
  readonly fan: Person;
  readonly admin: Person;
}

/** A cancelled top-up, one in review that is sent back, and a callback. */
export async function visitPayments({ system, tour, fan, admin }: PaymentTour): Promise<void> {
  tour.set("wallet.cancelTopUp", await fan.send("POST", `/wallet/topups/${await beginTopUp(fan)}/cancel`));
  const topupId = await beginTopUp(fan);
  dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, { outcome: "SUCCEEDED", amount: "7.00" }), 200);
  tour.set("wallet.listAdminTopUps", await admin.send("GET", "/admin/topups?status=REVIEW"));
  const resolution = { decision: "RETURN", reason: "tour" };
  tour.set("wallet.resolveTopUp", await admin.send("POST", `/admin/topups/${topupId}/resolve`, resolution));
  const returning = await newReturnAtGoneProvider(system, admin);
  const settle = [`/admin/topups/${returning}/settle`, { outcome: "RETURNED", reason: "tour" }] as const;
  dataOf(await (await newAdmin(system, "SUPER_ADMIN")).send("POST", ...settle), 202);
  tour.set("wallet.settleTopUp", await admin.send("POST", ...settle));
  await system.setConfig("provider.payment_callback_secret", SECRET);
  const raw = JSON.stringify({ id: uuid(), type: "charge.changed", reference: `sandbox:${topupId}` });
  const callback = await system.send("POST", "/payments/callbacks/sandbox", { body: raw, headers: signed(raw) });
  tour.set("wallet.receivePaymentCallback", callback);
}

/** A payment of 7.00 in place of 10.00 whose return waits for a provider that is no longer connected. Resolves to its id. */
export async function newReturnAtGoneProvider(system: TestSystem, finance: Person): Promise<string> {
  const fan = await system.newFan("5.00");
  const topupId = await beginTopUp(fan);
  dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, { outcome: "SUCCEEDED", amount: "7.00" }), 200);
  dataOf(await finance.send("POST", `/admin/topups/${topupId}/resolve`, { decision: "RETURN", reason: "not asked for" }), 200);
  const topUps = system.runtime.database("messaging").connection.collection("topups");
  const returning = { status: "RETURNING", provider: "checkout", returnId: uuid(), settledAt: null };
  await topUps.updateOne({ _id: topupId as never }, { $set: returning });
  return topupId;
}
