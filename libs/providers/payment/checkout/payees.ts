import type { Stripe } from "stripe";
import {
  type Action,
  FUNDS_MISSING,
  type NewPayee,
  type Onboarding,
  type Outgoing,
  type Payee,
  type Transfer,
} from "../payment-provider.ts";
import type { Client } from "./client.ts";
import { findInPages } from "./pages.ts";
import { codeIn, isAccountGone, refusalIn } from "./refusal.ts";
import { dateOf } from "./values.ts";

type Account = Stripe.Account;

const PAGE = 100;

export async function startPayee(client: Client, { userId, country }: NewPayee): Promise<string> {
  const account = await client.accounts.create(
    { type: "express", country, capabilities: { transfers: { requested: true } }, metadata: { userId } },
    { idempotencyKey: `payee:${userId}:${country}` },
  );
  return account.id;
}

export async function onboardPayee(client: Client, { reference, returnUrl }: Onboarding): Promise<Action> {
  const link = await client.accountLinks.create({
    account: reference,
    type: "account_onboarding",
    // A link that is too old leads back, where a new one is made.
    refresh_url: returnUrl,
    return_url: returnUrl,
  });
  return { kind: "REDIRECT", value: link.url, expiresAt: dateOf(link.expires_at) };
}

export async function findPayee(client: Client, reference: string): Promise<Payee> {
  try {
    const account = await client.accounts.retrieve(reference);
    const due = account.requirements?.currently_due ?? [];
    return {
      status: statusOf(account),
      requirementsDue: due.map(codeIn).filter((code) => code !== null),
      instrument: bankOf(account)?.fingerprint ?? null,
    };
  } catch (error) {
    if (isAccountGone(error)) return { status: "DISABLED", requirementsDue: [], instrument: null };
    throw error;
  }
}

function statusOf(account: Account): Payee["status"] {
  const { capabilities, payouts_enabled: paysOut, details_submitted: isSubmitted, requirements } = account;
  if (requirements?.disabled_reason?.startsWith("rejected.")) return "DISABLED";
  // A payout that came back stops further ones until the payee names another bank account.
  const hasFailed = ["errored", "verification_failed"].includes(bankOf(account)?.status ?? "");
  if (capabilities?.transfers === "active" && paysOut && !hasFailed) return "ENABLED";
  const isNew = !isSubmitted || (requirements?.pending_verification?.length ?? 0) > 0;
  return isNew && !hasFailed ? "ONBOARDING" : "RESTRICTED";
}

/** The bank account or card that is paid out to. */
function bankOf({ external_accounts: accounts }: Account) {
  const all = accounts?.data ?? [];
  return all.find(({ default_for_currency: isDefault }) => isDefault) ?? all[0];
}

/** More repeats of an old answer than this do not occur: the provider keeps them for a day or so, and is asked hourly. */
const MAX_KEYS = 100;
const FUNDS = new Set(["balance_insufficient", "insufficient_funds"]);

/** Pays once for an id. Keys are forgotten after a day, so the transfers of the payout are read first. */
export async function payTransfer(client: Client, transfer: Transfer): Promise<Outgoing> {
  if (transfer.payee === null) return { reference: null, state: "FAILED", reason: "payee_missing" };
  const known = await findInPages(
    (range) => client.transfers.list({ transfer_group: transfer.payoutId, limit: PAGE, ...range }),
    ({ metadata }) => metadata.payoutId === transfer.payoutId,
  );
  if (known) return outgoingOf(known);
  if (transfer.mayBegin === false) return { reference: null, state: "PENDING", reason: null };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return outgoingOf(await createTransfer(client, { ...transfer, payee: transfer.payee }, attempt));
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      if (!FUNDS.has(refusal.code)) return { reference: null, state: "FAILED", reason: refusal.code };
      // A key also repeats a refusal. One that is repeated has surely paid nothing, so the next key may try again.
      if (!refusal.isReplayed || attempt >= MAX_KEYS) return { reference: null, state: "PENDING", reason: FUNDS_MISSING };
    }
  }
}

function createTransfer(client: Client, { payoutId, amount, currency, payee }: Transfer & { readonly payee: string }, attempt: number) {
  const sum = { amount: Number(amount), currency: currency.toLowerCase() };
  return client.transfers.create(
    { ...sum, destination: payee, transfer_group: payoutId, metadata: { payoutId } },
    { idempotencyKey: `payout:${payoutId}:${attempt}` },
  );
}

function outgoingOf({ id, reversed }: Stripe.Transfer): Outgoing {
  return reversed ? { reference: id, state: "FAILED", reason: "reversed" } : { reference: id, state: "SUCCEEDED", reason: null };
}
