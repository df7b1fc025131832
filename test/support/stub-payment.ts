import { HOUR } from "#libs/kernel/clock.ts";
import type { NewCharge, Outgoing, PaymentProvider, TransferState } from "#libs/providers/payment/payment-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";

/** A payment provider for tests: its charges are what was asked for, and succeed. Other methods that are not given have no answer. */
export function stubPayment(methods: Partial<PaymentProvider> = {}): PaymentProvider {
  const charges = new Map<string, NewCharge>();
  const noAnswer = async (): Promise<never> => {
    throw new ProviderFailure("payment", "UNREACHABLE");
  };
  const charge: PaymentProvider["charge"] = async ({ reference, topUpId }) => {
    const { amount, currency } = charges.get(reference) ?? { amount: 0n, currency: "EUR" };
    return { state: "SUCCEEDED", amount, currency, topUpId: topUpId ?? reference.replace("charge:", ""), instrument: null };
  };
  return {
    async start(started) {
      const reference = `charge:${started.topUpId}`;
      charges.set(reference, started);
      return { reference, action: { kind: "REDIRECT", value: "/pay", expiresAt: new Date(started.expiresAt.getTime() + HOUR) } };
    },
    charge,
    expire: charge,
    refund: noAnswer,
    findRefund: noAnswer,
    pay: noAnswer,
    dispute: noAnswer,
    startPayee: noAnswer,
    onboard: noAnswer,
    payee: noAnswer,
    changes: async (cursor) => ({ events: [], cursor }),
    movements: async (cursor) => ({ items: [], cursor }),
    readCallback: noAnswer,
    ...methods,
  };
}

/** The answer to a refund or transfer. */
export function outgoing(state: TransferState, reason: string | null = null): Outgoing {
  return { reference: null, state, reason };
}
