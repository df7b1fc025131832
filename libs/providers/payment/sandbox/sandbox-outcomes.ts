import { type Clock, DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Change, ChargeState, Subject } from "../payment-provider.ts";
import { refundReference } from "./references.ts";
import type { Mode, SandboxCharge, SandboxPayee, SandboxRow } from "./sandbox.model.ts";
import type { SandboxWork } from "./sandbox-store.ts";

const CHARGE_OUTCOMES = [
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
  "REFUNDS_FAIL",
  "REFUNDS_WAIT",
  "REFUNDED_ELSEWHERE",
  "DISPUTED",
  "DISPUTE_WON",
  "DISPUTE_LOST",
] as const;
const PAYEE_OUTCOMES = ["ENABLED", "RESTRICTED", "DISABLED", "BANK_CHANGED", "TRANSFERS_FAIL", "FUNDS_MISSING", "FUNDS_HERE"] as const;
type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number];
type PayeeOutcome = (typeof PAYEE_OUTCOMES)[number];
export type SandboxOutcome = ChargeOutcome | PayeeOutcome;

/** What a tester lets happen at the provider. Null: the usual. */
export interface SandboxDecision {
  readonly outcome: SandboxOutcome;
  /** What was paid, refunded or disputed. */
  readonly amount: Money | null;
  readonly currency: string | null;
  readonly instrument: string | null;
}

const ANSWER_WITHIN_MS = 7 * DAY;

/** Which outcomes a charge or a payee can have. */
export function isOutcomeOf(row: SandboxRow, outcome: SandboxOutcome): boolean {
  const outcomes: readonly string[] = row.charge ? CHARGE_OUTCOMES : row.payee ? PAYEE_OUTCOMES : [];
  return outcomes.includes(outcome);
}

/** Lets an outcome happen to a charge or a payee, and reports it. */
export async function applyOutcome(at: SandboxWork, row: SandboxRow, decision: SandboxDecision, clock: Clock): Promise<Change> {
  if (row.charge) return decideCharge(at, row, row.charge, decision, clock);
  if (row.payee) {
    await at.replace({ ...row, payee: payeeAfter(row.payee, decision) });
    return reported(at, "PAYEE", row._id);
  }
  throw new Error(`${row._id} has no outcomes`);
}

function decideCharge(at: SandboxWork, row: SandboxRow, charge: SandboxCharge, decision: SandboxDecision, clock: Clock): Promise<Change> {
  switch (decision.outcome as ChargeOutcome) {
    case "REFUNDS_FAIL":
      return setRefunds(at, row, charge, "FAIL");
    case "REFUNDS_WAIT":
      return setRefunds(at, row, charge, "WAIT");
    case "REFUNDED_ELSEWHERE":
      return refundElsewhere(at, row, charge, decision);
    case "DISPUTED":
      return openDispute(at, row, charge, decision, clock);
    case "DISPUTE_WON":
      return closeDispute(at, row, charge, "WON");
    case "DISPUTE_LOST":
      return closeDispute(at, row, charge, "LOST");
    default:
      return endCharge(at, row, charge, decision);
  }
}

/** Ends a charge in any state, also one that has ended otherwise. Refunds that waited go through. */
async function endCharge(at: SandboxWork, row: SandboxRow, charge: SandboxCharge, decision: SandboxDecision): Promise<Change> {
  const isPaid = decision.outcome === "SUCCEEDED";
  const { refunds: _, ...rest } = charge;
  const paid: SandboxCharge = {
    ...rest,
    state: decision.outcome as ChargeState,
    ...(isPaid &&
      charge.state !== "SUCCEEDED" && { amount: decision.amount ?? charge.amount, currency: decision.currency ?? charge.currency }),
    instrument: decision.instrument ?? charge.instrument,
  };
  await at.replace({ ...row, charge: paid });
  const { amount, currency } = paid;
  if (isPaid && charge.state !== "SUCCEEDED") await at.move({ kind: "CHARGE", reference: row._id, amount, currency });
  if (isPaid) await endRefunds(at, row._id, "SUCCEEDED");
  return reported(at, "CHARGE", row._id);
}

/** How refunds end from now on. Those that are not final yet end so as well. */
async function setRefunds(at: SandboxWork, row: SandboxRow, charge: SandboxCharge, refunds: Mode): Promise<Change> {
  await at.replace({ ...row, charge: { ...charge, refunds } });
  if (refunds === "FAIL") await endRefunds(at, row._id, "FAILED");
  return reported(at, "CHARGE", row._id);
}

async function endRefunds(at: SandboxWork, chargeReference: string, state: "SUCCEEDED" | "FAILED"): Promise<void> {
  for (const row of await at.refundsOf(chargeReference)) {
    const { refund } = row;
    const isOpen = refund?.state === "PENDING" || (state === "FAILED" && refund?.state === "SUCCEEDED" && refund.refundId !== null);
    if (!refund || !isOpen) continue;
    await at.replace({ ...row, refund: { ...refund, state, reason: state === "FAILED" ? "DECLINED" : null } });
    const { amount, currency } = refund;
    if (state === "SUCCEEDED") await at.move({ kind: "REFUND", reference: row._id, amount: -amount, currency });
    else if (refund.state === "SUCCEEDED") await at.move({ kind: "REFUND_RETURN", reference: row._id, amount, currency });
    await reported(at, "REFUND", row._id);
  }
}

async function refundElsewhere(at: SandboxWork, row: SandboxRow, charge: SandboxCharge, decision: SandboxDecision): Promise<Change> {
  const left = charge.amount - (await refundedOf(at, row._id));
  const amount = decision.amount ?? left;
  const { currency } = charge;
  const reference = refundReference(uuid());
  const refund = { state: "SUCCEEDED", amount, currency, reason: null, refundId: null, chargeReference: row._id } as const;
  await at.insert({ _id: reference, refund });
  await at.replace({ ...row, charge: { ...charge, version: charge.version + 1 } });
  await at.move({ kind: "REFUND", reference, amount: -amount, currency });
  return reported(at, "REFUND", reference);
}

/** Minor units of the refunds of a charge that did not fail. */
export async function refundedOf(at: SandboxWork, chargeReference: string): Promise<Money> {
  const rows = await at.refundsOf(chargeReference);
  return rows.reduce((sum, { refund }) => (refund && refund.state !== "FAILED" ? sum + refund.amount : sum), 0n);
}

async function openDispute(
  at: SandboxWork,
  row: SandboxRow,
  charge: SandboxCharge,
  decision: SandboxDecision,
  clock: Clock,
): Promise<Change> {
  const amount = decision.amount ?? charge.amount;
  const answerBy = new Date(clock.now().getTime() + ANSWER_WITHIN_MS);
  if (!charge.dispute) {
    await at.replace({ ...row, charge: { ...charge, dispute: { state: "OPEN", amount, answerBy } } });
    await at.move({ kind: "DISPUTE", reference: row._id, amount: -amount, currency: charge.currency });
  }
  return reported(at, "DISPUTE", row._id);
}

async function closeDispute(at: SandboxWork, row: SandboxRow, charge: SandboxCharge, state: "WON" | "LOST"): Promise<Change> {
  const { dispute, currency } = charge;
  if (dispute?.state === "OPEN") {
    await at.replace({ ...row, charge: { ...charge, dispute: { ...dispute, state } } });
    if (state === "WON") await at.move({ kind: "DISPUTE_RETURN", reference: row._id, amount: dispute.amount, currency });
  }
  return reported(at, "DISPUTE", row._id);
}

function payeeAfter(payee: SandboxPayee, { outcome, instrument }: SandboxDecision): SandboxPayee {
  const { transfers: _, ...rest } = payee;
  const account = instrument ?? payee.instrument ?? `bank:${uuid()}`;
  switch (outcome as PayeeOutcome) {
    case "ENABLED":
      return { ...payee, status: "ENABLED", requirementsDue: [], instrument: account };
    case "RESTRICTED":
      return { ...payee, status: "RESTRICTED", requirementsDue: ["identity_document"] };
    case "DISABLED":
      return { ...payee, status: "DISABLED", requirementsDue: [] };
    case "BANK_CHANGED":
      return { ...payee, instrument: instrument ?? `bank:${uuid()}` };
    case "TRANSFERS_FAIL":
      return { ...payee, transfers: "FAIL" };
    case "FUNDS_MISSING":
      return { ...payee, transfers: "WAIT" };
    case "FUNDS_HERE":
      return rest;
  }
}

async function reported(at: SandboxWork, subject: Subject, reference: string): Promise<Change> {
  return { eventId: await at.report({ subject, reference }), subject, reference };
}
