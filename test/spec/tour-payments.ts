import { uuid } from "#libs/kernel/ids.ts";
import { signatureOf } from "#libs/providers/payment/callback-signature.ts";
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
  await system.setConfig("provider.payment_callback_secret", SECRET);
  const raw = JSON.stringify({ id: uuid(), type: "charge.changed", reference: `sandbox:${topupId}` });
  const callback = await system.send("POST", "/payments/callbacks/sandbox", { body: raw, headers: signed(raw) });
  tour.set("wallet.receivePaymentCallback", callback);
}
