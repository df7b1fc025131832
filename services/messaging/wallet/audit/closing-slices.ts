import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { rowOf } from "../domain/chain.ts";
import { sumOf, unclaimedAccount } from "../domain/ledger.ts";
import type { Unclaimed } from "../domain/unclaimed.ts";
import { checkEqual, type Violation } from "../domain/violation.ts";
import type { AuditedBooks } from "./audited-books.ts";
import type { Explain } from "./document-kind.ts";

const KINDS: readonly LedgerKind[] = ["UNCLAIM"];

/** The request of the deletion, which the reference of what it left begins with. */
const requestIn = (reference: string): string => reference.slice(0, reference.indexOf(":"));

/** What a deletion has left is unclaimed money of its request. */
export const explainClosings: Explain = async ({ unclaimed }, tx, references) => {
  const filter = { requestId: { $in: [...new Set(references.map(requestIn))] } };
  const rows = await unclaimed.find(filter, { tx, projection: { requestId: 1 } });
  const known = new Set(rows.map(({ requestId }) => requestId));
  return new Map(references.filter((id) => known.has(requestIn(id))).map((id) => [id, KINDS]));
};

/** The unclaimed money of a request, in any state, with what chargebacks have taken of it, is the sum of what its deletion has left. */
export async function compareClosings({ ledger, unclaimed }: AuditedBooks, tx: Tx, rows: readonly Unclaimed[]) {
  const violationsOf = new Map<string, Violation[]>();
  for (const requestId of new Set(rows.map((row) => row.requestId))) {
    const own = await unclaimed.find({ requestId }, { tx });
    // The references of a request lie between these two, in the order of the index.
    const ids = { $gt: `${requestId}:`, $lt: `${requestId};` };
    const postings = await ledger.find({ kind: "UNCLAIM", "reference.type": "closing", "reference.id": ids }, { tx });
    const account = unclaimedAccount(requestId);
    const left = postings.flatMap(({ entries }) => entries).filter((entry) => entry.account === account);
    const [came, unclaimedSum] = [
      sumOf(left.map(({ amount }) => amount)),
      sumOf(own.map(({ amount, chargedBack = 0n }) => amount + chargedBack)),
    ];
    violationsOf.set(requestId, checkEqual("M1", account, unclaimedSum, came, postings.map(rowOf)));
  }
  return ({ requestId }: Unclaimed): Violation[] => violationsOf.get(requestId) ?? [];
}
