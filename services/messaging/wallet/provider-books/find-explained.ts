import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import type { ProviderMovement } from "../data/provider-movement.model.ts";
import type { Deps } from "../deps.ts";
import { PROVIDER_ACCOUNT, type ReferenceType, sumOf } from "../domain/ledger.ts";
import type { TopUpStatus } from "../domain/top-up.ts";

export type ExplainDeps = Pick<Deps, "chargebacks" | "ledger" | "providerMovements" | "topUps" | "transaction">;

/** Paid, and neither credited nor booked. */
const IN_REVIEW: readonly TopUpStatus[] = ["REVIEW", "RETURNING", "RETURNED"];

/** Kind of a movement → the ledger transaction that it must have caused, or been caused by. */
const POSTING_OF: Readonly<Partial<Record<ProviderMovement["kind"], { readonly kind: LedgerKind; readonly type: ReferenceType }>>> = {
  CHARGE: { kind: "TOPUP", type: "topup" },
  REFUND: { kind: "REFUND_TO_SOURCE", type: "refund" },
  REFUND_RETURN: { kind: "REFUND_RETURN", type: "refund" },
  TRANSFER: { kind: "PAYOUT_SETTLEMENT", type: "payout" },
};

/** The movements among these whose cause the platform knows. */
export async function findExplained(deps: ExplainDeps, movements: readonly ProviderMovement[]): Promise<ReadonlySet<ProviderMovement>> {
  const explained = new Set([...movements.filter(explainsItself), ...(await findPosted(deps, movements))]);
  for (const movement of movements) {
    if (explained.has(movement)) continue;
    const causes = [isOfChargeback, isOfReview, isUndone];
    for (const isCause of causes) if (!explained.has(movement) && (await isCause(deps, movement))) explained.add(movement);
  }
  return explained;
}

/** The movements that a ledger transaction with the same sum has at our side. */
async function findPosted(deps: ExplainDeps, movements: readonly ProviderMovement[]): Promise<ProviderMovement[]> {
  const posted: ProviderMovement[] = [];
  for (const [kind, own] of Map.groupBy(movements, (movement) => movement.kind)) {
    const posting = POSTING_OF[kind];
    if (!posting) continue;
    const ids = own.flatMap(({ ownId }) => ownId ?? []);
    const postings = await deps.transaction((tx) => deps.ledger.findByReference(tx, posting.type, ids));
    for (const movement of own) {
      const found = (postings.get(movement.ownId ?? "") ?? []).filter((each) => each.kind === posting.kind);
      // What comes in at the provider leaves the account of the provider, and the reverse.
      if (found.length > 0 && sumOf(found.map(movedAtProvider)) === -movement.amount) posted.push(movement);
    }
  }
  return posted;
}

/** The kinds of movements that a chargeback records: a refund that began at the provider is one. */
const OF_CHARGEBACK: readonly ProviderMovement["kind"][] = ["DISPUTE", "DISPUTE_RETURN", "REFUND"];

/** Whether a movement is about a chargeback of that sum. What was refunded before is in the ledger as the refund. */
async function isOfChargeback({ chargebacks }: ExplainDeps, { kind, provider, reference, amount }: ProviderMovement): Promise<boolean> {
  if (reference === null || !OF_CHARGEBACK.includes(kind)) return false;
  const claimed = (await chargebacks.findBySource(`${provider}:${reference}`))?.claimed;
  return claimed === (kind === "DISPUTE_RETURN" ? amount : -amount);
}

/** Whether a payment, or the refund of one, is that of a top-up in review or of one that was sent back. */
async function isOfReview({ topUps }: ExplainDeps, { kind, provider, ownId, amount }: ProviderMovement): Promise<boolean> {
  if (ownId === null) return false;
  if (kind === "CHARGE") {
    const topUp = await topUps.find(ownId);
    return topUp !== null && IN_REVIEW.includes(topUp.status) && (topUp.paid ?? topUp).amount === amount;
  }
  // The provider is not asked: it may have lost the refund, or be gone, and the other movements would wait for its answer.
  return kind === "REFUND" && (await topUps.findByReturn(ownId))?.provider === provider;
}

const OF_TRANSFER: readonly ProviderMovement["kind"][] = ["TRANSFER", "TRANSFER_RETURN"];

/**
 * Whether what a movement is about was undone at the provider before it had an effect here: all movements of it cancel out. A transfer
 * that came back has returned to the earnings; of a refund or a dispute nothing was booked.
 */
async function isUndone(deps: ExplainDeps, { kind, provider, reference }: ProviderMovement): Promise<boolean> {
  if (reference === null) return false;
  const all = await deps.providerMovements.listOfReference(provider, reference);
  if (sumOf(all.map(({ amount }) => amount)) !== 0n) return false;
  // Not every movement has our id: the return of a transfer is an object of the provider's own.
  const ids = all.flatMap(({ ownId }) => ownId ?? []);
  const isTransfer = OF_TRANSFER.includes(kind);
  const postings = await deps.transaction((tx) => deps.ledger.findByReference(tx, isTransfer ? "payout" : "refund", ids));
  if (isTransfer) return [...postings.values()].flat().some((posting) => posting.kind === "PAYOUT_REVERSAL");
  return postings.size === 0 && (await deps.chargebacks.findBySource(`${provider}:${reference}`)) === null;
}

/** Whether a movement needs no cause here: it is a cost only, or stays with the operator of the platform. */
function explainsItself({ kind, amount }: ProviderMovement): boolean {
  return kind === "OWN" || (kind === "OTHER" && amount === 0n);
}

function movedAtProvider({ entries }: LedgerDoc): Money {
  return sumOf(entries.filter(({ account }) => account === PROVIDER_ACCOUNT).map(({ amount }) => amount));
}
