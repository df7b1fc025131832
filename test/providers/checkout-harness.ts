import { type ShiftableClock, shiftableClock } from "#libs/kernel/clock.ts";
import { checkedPayment } from "#libs/providers/payment/checked-payment.ts";
import { checkout } from "#libs/providers/payment/checkout/checkout.ts";
import type { PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { CheckoutServer } from "./checkout-server/server.ts";
import { PRIVATE_ADDRESSES, type TestHost, testHost } from "./host.ts";
import type { PaymentHarness } from "./payment-suite.ts";

/** The adapter before a server that speaks the protocol of the provider. */
export interface CheckoutHarness extends PaymentHarness {
  readonly server: CheckoutServer;
  readonly host: TestHost;
  readonly clock: ShiftableClock;
  readonly provider: PaymentProvider;
}

const FUNDS = 1_000_000;

export async function checkoutHarness(): Promise<CheckoutHarness> {
  const clock = shiftableClock();
  const server = await CheckoutServer.start({ now: () => clock.now() });
  const host = testHost({}, PRIVATE_ADDRESSES);
  host.configure(server.settings);
  server.moveMoney("topup", FUNDS);
  const disputeOf = (chargeReference: string) => {
    const intent = server.session(chargeReference).payment_intent;
    return server.all("dispute").find(({ payment_intent: disputed }) => disputed === intent)?.id ?? "";
  };
  return {
    ...{ server, host, clock },
    provider: checkedPayment(checkout(host)),
    async pay(reference, { amount, currency, instrument } = {}) {
      server.pay(reference, {
        amount: amount === undefined ? undefined : Number(amount),
        currency: currency?.toLowerCase(),
        card: instrument,
      });
    },
    refuseRefunds: async (reference) => server.refundOutcome(reference, "failed"),
    refundElsewhere: async (reference, amount) => void server.refundElsewhere(reference, Number(amount)),
    openDispute: async (reference) => void server.dispute(reference),
    closeDispute: async (reference, state) => server.decide(disputeOf(reference), state === "WON" ? "won" : "lost"),
    enablePayee: async (reference) => server.changePayee(reference, "ENABLED"),
    restrictPayee: async (reference) => server.changePayee(reference, "RESTRICTED"),
    setFunds: async (_payee, areHere) => void server.moveMoney("topup", areHere ? FUNDS : -server.balance),
    callback(_subject, reference, at) {
      const event = { id: "evt_1", type: "checkout.session.completed", data: { object: server.session(reference) } };
      const { body, headers } = server.sign(JSON.stringify(event), { at });
      return { raw: Buffer.from(body), headers };
    },
    stop: () => server.close(),
  };
}
