import { mapIn, type Params, refused, refuseUnknown, required, sumIn, textIn } from "./params.ts";
import type { Account } from "./payments.ts";
import type { Item } from "./store.ts";

const LINK_SECONDS = 300;

/** POST /v1/accounts: a payee. */
export function createAccount({ store }: Account, params: Params): Item {
  refuseUnknown(params, ["type", "country", "capabilities", "metadata", "expand"]);
  if (required(params, "type") !== "express" || !/^[A-Z]{2}$/.test(required(params, "country")))
    throw refused("country_unsupported", "country");
  return store.add("acct", "account", {
    type: "express",
    country: textIn(params, "country"),
    metadata: mapIn(params, "metadata"),
    capabilities: { transfers: "inactive" },
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    external_accounts: { object: "list", data: [] },
    requirements: {
      currently_due: ["external_account", "tos_acceptance.date"],
      pending_verification: [],
      disabled_reason: "requirements.past_due",
    },
  });
}

/** POST /v1/account_links */
export function createAccountLink({ store }: Account, params: Params): object {
  refuseUnknown(params, ["account", "type", "refresh_url", "return_url"]);
  const account = store.get(required(params, "account"), "account", "account");
  if (required(params, "type") !== "account_onboarding") throw refused("account_link_type_unsupported", "type");
  for (const name of ["refresh_url", "return_url"]) if (!URL.canParse(required(params, name))) throw refused("url_invalid", name);
  const [created, nonce] = [store.seconds(), store.of("account_link").length];
  return store.add("link", "account_link", { url: `https://pay.example/setup/${account.id}/${nonce}`, expires_at: created + LINK_SECONDS });
}

export type PayeeChange = "ENABLED" | "RESTRICTED" | "DISABLED" | "BANK_CHANGED" | "PAYOUT_FAILED";

const bankOf = (fingerprint: string, status = "new") => ({
  id: `ba_${fingerprint}`,
  object: "bank_account",
  default_for_currency: true,
  currency: "eur",
  last4: "3000",
  fingerprint,
  status,
});

/** A payee has given what was asked, or the provider has found something. */
export function changeAccount({ store, events }: Account, account: Item, change: PayeeChange): void {
  const nothing = { currently_due: [], pending_verification: [], disabled_reason: null };
  const works = { details_submitted: true, payouts_enabled: true, capabilities: { transfers: "active" }, requirements: nothing };
  const due = { ...nothing, currently_due: ["individual.verification.document"], disabled_reason: "requirements.past_due" };
  const stopped = { payouts_enabled: false, capabilities: { transfers: "inactive" } };
  const banks = (bank: object) => ({ external_accounts: { object: "list", data: [bank] } });
  const changes: Readonly<Record<PayeeChange, object>> = {
    ENABLED: { ...works, ...banks(bankOf("bank0001")) },
    RESTRICTED: { ...stopped, details_submitted: true, requirements: due },
    DISABLED: { ...stopped, requirements: { ...nothing, disabled_reason: "rejected.fraud" } },
    BANK_CHANGED: banks(bankOf(`bank${store.of("event").length + 1_000}`)),
    PAYOUT_FAILED: banks(bankOf("bank0001", "errored")),
  };
  Object.assign(account, changes[change]);
  if (change === "PAYOUT_FAILED") events.add("payout.failed", { id: "po_1", object: "payout", status: "failed" }, account.id);
  events.add("account.updated", account, account.id);
}

/** POST /v1/transfers */
export function createTransfer({ store, books, events }: Account, params: Params): Item {
  refuseUnknown(params, ["amount", "currency", "destination", "transfer_group", "metadata", "expand"]);
  const amount = sumIn(params, "amount");
  const currency = required(params, "currency").toLowerCase();
  const payee = store.get(required(params, "destination"), "account", "destination");
  if ((payee.capabilities as { readonly transfers: string }).transfers !== "active") {
    throw refused("insufficient_capabilities_for_transfer", "destination");
  }
  if (amount > books.balance) throw refused("balance_insufficient");
  const fields = { amount, currency, destination: payee.id, transfer_group: textIn(params, "transfer_group"), reversed: false };
  const transfer = store.add("tr", "transfer", { ...fields, amount_reversed: 0, metadata: mapIn(params, "metadata") });
  books.move({ type: "transfer", amount: -amount, currency, source: transfer.id });
  events.add("transfer.created", transfer);
  return transfer;
}

/** A transfer comes back whole. Its return is an object of its own, without the metadata of the transfer. */
export function reverseTransfer({ store, books, events }: Account, transfer: Item): void {
  const [amount, currency] = [Number(transfer.amount), String(transfer.currency)];
  const reversal = store.add("trr", "transfer_reversal", { amount, currency, transfer: transfer.id, metadata: {} });
  Object.assign(transfer, { reversed: true, amount_reversed: amount });
  books.move({ type: "transfer_refund", amount, currency, source: reversal.id });
  events.add("transfer.reversed", transfer);
}
