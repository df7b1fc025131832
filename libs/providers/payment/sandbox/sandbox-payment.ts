import { type Clock, HOUR } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { ProviderFailure } from "../../provider-failure.ts";
import { isSigned, secretsIn } from "../callback-signature.ts";
import {
  type Action,
  type Change,
  type Charge,
  type ChargeState,
  FUNDS_MISSING,
  type NewCharge,
  type NewRefund,
  type Outgoing,
  type Payee,
  type PaymentProvider,
  type Subject,
  type Transfer,
} from "../payment-provider.ts";
import { chargeReference, ownIdOf, payeeReference, refundReference, sandboxTopUpOf, transferReference } from "./references.ts";
import type { SandboxCharge, SandboxRow } from "./sandbox.model.ts";
import { applyOutcome, isOutcomeOf, refundedOf, type SandboxDecision } from "./sandbox-outcomes.ts";
import { type SandboxStore, type SandboxWork, sandboxStore } from "./sandbox-store.ts";

/** A charge of a top-up that was begun before the sandbox recorded its state. */
export interface ImpliedCharge {
  readonly state: ChargeState;
  readonly amount: Money;
  readonly currency: string;
}

interface SandboxOptions {
  readonly database: Collections;
  readonly clock: Clock;
  readonly config: Pick<ConfigReader, "read">;
  /** The charge that an older top-up implies; null: there is no such top-up. */
  readonly impliedCharge?: (topUpId: string) => Promise<ImpliedCharge | null>;
}

/** The provider that moves no money, and what only a tester can do with it. */
export interface Sandbox {
  readonly provider: PaymentProvider;
  /** The payer confirms a charge that is PENDING: it succeeds. Any other one stays as it is. */
  confirm(reference: string): Promise<void>;
  /** Lets an outcome happen. Null: the sandbox knows no charge or payee with this reference, or the outcome is not one of these. */
  decide(reference: string, decision: SandboxDecision): Promise<Change | null>;
}

const SUBJECT_OF: ReadonlyMap<unknown, Subject> = new Map([
  ["charge.changed", "CHARGE"],
  ["refund.changed", "REFUND"],
  ["dispute.changed", "DISPUTE"],
  ["payee.changed", "PAYEE"],
]);

const USUAL = { amount: null, currency: null, instrument: null } as const;

export function sandboxPayment(options: SandboxOptions): Sandbox {
  const books = sandboxBooks(options);
  return {
    provider: { ...charges(books), ...refunds(books), ...payees(books, options.clock), ...reports(books, options.config) },
    async confirm(reference) {
      await books.decide(reference, { outcome: "SUCCEEDED", ...USUAL }, isPending);
    },
    decide: (reference, decision) => books.decide(reference, decision, () => true),
  };
}

type ChargeRow = SandboxRow & { readonly charge: SandboxCharge };

/** What is recorded at the sandbox, and the older charges that are not recorded yet. */
interface Books {
  readonly store: SandboxStore;
  /** Any object. Throws UNKNOWN_REFERENCE. */
  find(reference: string): Promise<SandboxRow>;
  findCharge(at: SandboxWork, reference: string): Promise<ChargeRow>;
  /** Lets an outcome happen to an object that fits it. */
  decide(reference: string, decision: SandboxDecision, isFit: (row: SandboxRow) => boolean): Promise<Change | null>;
}

function sandboxBooks({ database, clock, impliedCharge = async () => null }: SandboxOptions): Books {
  const store = sandboxStore(database, clock);

  const findOrImply = async (at: SandboxWork, reference: string): Promise<SandboxRow | null> => {
    const row = await at.find(reference);
    const topUpId = sandboxTopUpOf(reference);
    if (row || topUpId === null) return row;
    const implied = await impliedCharge(topUpId);
    if (!implied) return null;
    const added: SandboxRow = { _id: reference, charge: { ...implied, topUpId, instrument: null, version: 0 } };
    await at.insert(added);
    return added;
  };

  return {
    store,
    async find(reference) {
      const row = (await store.find(reference)) ?? (await store.run((at) => findOrImply(at, reference)));
      if (!row) throw unknownReference();
      return row;
    },
    async findCharge(at, reference) {
      const row = await findOrImply(at, reference);
      if (!row?.charge) throw unknownReference();
      return { ...row, charge: row.charge };
    },
    decide: (reference, decision, isFit) =>
      store.run(async (at) => {
        const row = await findOrImply(at, reference);
        return row && isOutcomeOf(row, decision.outcome) && isFit(row) ? applyOutcome(at, row, decision, clock) : null;
      }),
  };
}

function charges({ store, find, decide }: Books): Pick<PaymentProvider, "start" | "charge" | "expire" | "dispute"> {
  const chargeOf = async (reference: string): Promise<Charge> => viewOf((await find(reference)).charge);
  return {
    async start(charge) {
      const reference = chargeReference(charge.topUpId);
      if (!(await store.find(reference))) await store.run((at) => startCharge(at, reference, charge));
      return { reference, action: redirect(`/sandbox/pay/${charge.topUpId}`, charge.expiresAt) };
    },
    charge: ({ reference }) => chargeOf(reference),
    async expire({ reference }) {
      await decide(reference, { outcome: "CANCELLED", ...USUAL }, isPending);
      return chargeOf(reference);
    },
    async dispute(reference) {
      const { charge } = await find(reference);
      if (!charge?.dispute) throw unknownReference();
      return { ...charge.dispute, chargeReference: reference, currency: charge.currency, reason: "GENERAL" };
    },
  };
}

function refunds({ store, find, findCharge }: Books): Pick<PaymentProvider, "refund" | "findRefund"> {
  return {
    refund: (refund) =>
      store.run(async (at) => {
        const reference = refundReference(refund.refundId);
        const row = (await at.find(reference)) ?? (await addRefund(at, await findCharge(at, refund.chargeReference), refund));
        return outgoingOf(reference, row.refund);
      }),
    async findRefund(reference) {
      const { refund } = await find(reference);
      if (!refund) throw unknownReference();
      return { ...refund, reference };
    },
  };
}

function payees({ store, find }: Books, clock: Clock): Pick<PaymentProvider, "pay" | "startPayee" | "onboard" | "payee"> {
  const payeeOf = async (reference: string): Promise<Payee> => {
    const { payee } = await find(reference);
    if (!payee) throw unknownReference();
    return payee;
  };
  return {
    pay: (transfer) => store.run((at) => payTransfer(at, transfer)),
    async startPayee({ userId }) {
      const reference = payeeReference(userId);
      const payee = { status: "ONBOARDING", requirementsDue: ["identity_document", "bank_account"], instrument: null } as const;
      await store.run(async (at) => (await at.find(reference)) ?? at.insert({ _id: reference, payee }));
      return reference;
    },
    async onboard({ reference, returnUrl }) {
      await payeeOf(reference);
      return redirect(pathOf(returnUrl), new Date(clock.now().getTime() + HOUR));
    },
    payee: payeeOf,
  };
}

type Reports = Pick<PaymentProvider, "changes" | "movements" | "readCallback">;

function reports({ store }: Books, config: SandboxOptions["config"]): Reports {
  return {
    async changes(cursor) {
      const rows = await store.after("change", cursor);
      const events = rows.flatMap(({ _id, change }) => (change ? [{ ...change, eventId: _id }] : []));
      return { events, cursor: rows.at(-1)?._id ?? cursor };
    },
    async movements(cursor) {
      const rows = await store.after("movement", cursor);
      const items = rows.flatMap(({ _id, movement }) =>
        movement ? [{ ...movement, id: _id, ownId: ownIdOf(movement.reference), cost: 0n }] : [],
      );
      return { items, cursor: rows.at(-1)?._id ?? cursor };
    },
    async readCallback(raw, headers, now) {
      const secrets = secretsIn(config.read("provider.payment_callback_secret"));
      if (!isSigned(raw, headers["payment-signature"], secrets, now)) throw new ProviderFailure("payment", "REFUSED", "SIGNATURE");
      return readChange(raw);
    },
  };
}

const isPending = ({ charge }: SandboxRow): boolean => charge?.state === "PENDING";

async function startCharge(at: SandboxWork, reference: string, { topUpId, amount, currency }: NewCharge): Promise<void> {
  const charge = { topUpId, state: "PENDING", amount, currency, instrument: null, version: 0 } as const;
  if (!(await at.find(reference))) await at.insert({ _id: reference, charge });
}

async function addRefund(at: SandboxWork, row: ChargeRow, refund: NewRefund): Promise<SandboxRow> {
  const { charge } = row;
  const { refundId, amount, currency } = refund;
  const why = await refusalOf(at, row, amount);
  const state = why !== null ? "FAILED" : charge.refunds === "WAIT" ? "PENDING" : "SUCCEEDED";
  const reference = refundReference(refundId);
  const added: SandboxRow = { _id: reference, refund: { state, amount, currency, reason: why, refundId, chargeReference: row._id } };
  await at.insert(added);
  await at.replace({ ...row, charge: { ...charge, version: charge.version + 1 } });
  if (state === "SUCCEEDED") await at.move({ kind: "REFUND", reference, amount: -amount, currency });
  await at.report({ subject: "REFUND", reference });
  return added;
}

/** Why a charge cannot be refunded; null: it can. */
async function refusalOf(at: SandboxWork, { _id, charge }: ChargeRow, amount: Money): Promise<string | null> {
  if (charge.state !== "SUCCEEDED") return "NOT_PAID";
  if (charge.dispute && charge.dispute.state !== "WON") return "DISPUTED";
  if (charge.amount < amount + (await refundedOf(at, _id))) return "EXCEEDS_CHARGE";
  return charge.refunds === "FAIL" ? "DECLINED" : null;
}

/** A transfer that waits for money is tried again; any other one stays as it is. */
async function payTransfer(at: SandboxWork, { payoutId, amount, currency, payee: payeeOf, mayBegin }: Transfer): Promise<Outgoing> {
  const reference = transferReference(payoutId);
  const existing = await at.find(reference);
  if (existing && existing.transfer?.state !== "PENDING") return outgoingOf(reference, existing.transfer);
  if (mayBegin === false) return { reference: existing ? reference : null, state: "PENDING", reason: existing?.transfer?.reason ?? null };
  const payee = payeeOf === null ? null : (await at.find(payeeOf))?.payee;
  const why = payee === null ? null : payee?.status !== "ENABLED" ? "PAYEE_NOT_ENABLED" : payee.transfers === "FAIL" ? "DECLINED" : null;
  const waits = why === null && payee?.transfers === "WAIT";
  const state = why !== null ? "FAILED" : waits ? "PENDING" : "SUCCEEDED";
  const transfer = { state, amount, currency, reason: waits ? FUNDS_MISSING : why } as const;
  await (existing ? at.replace({ ...existing, transfer }) : at.insert({ _id: reference, transfer }));
  if (state === "SUCCEEDED") await at.move({ kind: "TRANSFER", reference, amount: -amount, currency });
  return outgoingOf(reference, transfer);
}

function outgoingOf(reference: string, outgoing: Pick<Outgoing, "state" | "reason"> | undefined): Outgoing {
  if (!outgoing) throw unknownReference();
  const { state, reason } = outgoing;
  return { reference, state, reason };
}

function viewOf(charge: SandboxCharge | undefined): Charge {
  if (!charge) throw unknownReference();
  const { state, amount, currency, topUpId, instrument } = charge;
  return { state, amount, currency, topUpId, instrument };
}

/** The body of a callback: `{id, type, reference}`. */
function readChange(raw: Buffer): Change {
  try {
    const { id, type, reference } = JSON.parse(raw.toString("utf8")) as Record<string, unknown>;
    const subject = SUBJECT_OF.get(type) ?? "OTHER";
    return { eventId: id as string, subject, reference: subject === "OTHER" ? null : (reference as string) };
  } catch {
    throw new ProviderFailure("payment", "BAD_ANSWER", "JSON");
  }
}

function redirect(value: string, expiresAt: Date): Action {
  return { kind: "REDIRECT", value, expiresAt };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function unknownReference(): ProviderFailure {
  return new ProviderFailure("payment", "UNKNOWN_REFERENCE");
}
