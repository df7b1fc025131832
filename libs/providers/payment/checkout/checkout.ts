import { missingSettings } from "../../missing-settings.ts";
import { ProviderFailure } from "../../provider-failure.ts";
import type { ProviderHost } from "../../slot.ts";
import { isSigned, secretsIn } from "../callback-signature.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { expireCharge, findCharge, findDispute, findRefund, refundCharge, startCharge } from "./charges.ts";
import { type Client, checkoutClient } from "./client.ts";
import { hintOf, LISTED_TYPES, listedHintOf } from "./hints.ts";
import { readSince } from "./pages.ts";
import { findPayee, onboardPayee, payTransfer, startPayee } from "./payees.ts";
import { readMovements } from "./read-movements.ts";
import { failureOfCall } from "./refusal.ts";

type Host = Pick<ProviderHost, "config"> & { readonly env: Pick<ProviderHost["env"], "production"> };

const NAME = "checkout";
const SECRET = "provider.payment_secret";
const SIGNATURE = "stripe-signature";
const PAGE = 100;

/** Payments on pages of the provider, and payouts to accounts that payees have there (decision 34). */
export function checkout({ config, env }: Host): PaymentProvider {
  const secretOf = () => (missingSettings("payment", NAME, { config, env })?.includes(SECRET) ? null : config.read(SECRET));
  const client = checkoutClient(config, secretOf);
  const call = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    try {
      return await work(await client());
    } catch (error) {
      throw failureOfCall(error);
    }
  };

  return {
    start: (charge) => call((at) => startCharge(at, config, charge)),
    charge: ({ reference }) => call((at) => findCharge(at, reference)),
    expire: ({ reference }) => call((at) => expireCharge(at, reference)),
    refund: (refund) => call((at) => refundCharge(at, refund)),
    findRefund: (reference) => call((at) => findRefund(at, reference)),
    pay: (transfer) => call((at) => payTransfer(at, transfer)),
    dispute: (reference) => call((at) => findDispute(at, reference)),
    startPayee: (payee) => call((at) => startPayee(at, payee)),
    onboard: (onboarding) => call((at) => onboardPayee(at, onboarding)),
    payee: (reference) => call((at) => findPayee(at, reference)),
    movements: (cursor) => call((at) => readMovements(at, cursor)),
    changes: (cursor) =>
      call(async (at) => {
        const page = await readSince((range) => at.events.list({ limit: PAGE, types: LISTED_TYPES, ...range }), cursor);
        return { events: page.items.map(listedHintOf), cursor: page.cursor };
      }),

    async readCallback(raw, headers, now) {
      const secrets = secretsIn(config.read("provider.payment_callback_secret"));
      if (!isSigned(raw, headers[SIGNATURE], secrets, now)) throw new ProviderFailure("payment", "REFUSED", "SIGNATURE");
      return hintOf(eventIn(raw));
    },
  };
}

function eventIn(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw new ProviderFailure("payment", "BAD_ANSWER", "EVENT");
  }
}
