import { EARNING_KINDS, type EscrowStatus, type StatementKind } from "#libs/contracts/wallet/index.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import { findInParts, type ListPart, type PageRequest } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { findReversals } from "../data/earning-reversal.store.ts";
import { escrowStore } from "../data/escrow.store.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import { ledgerStore, type Stretch } from "../data/ledger.store.ts";
import type { EarningReversal } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";
import { accountOf, ESCROW_ACCOUNT, FEES_ACCOUNT, PROVIDER_ACCOUNT, splitPrice, sumOf } from "../domain/ledger.ts";

/** An entry of the statement of a creator, or a message that has earned nothing. Amounts are minor units. */
export interface StatementEntry {
  readonly at: Date;
  readonly kind: StatementKind;
  readonly messageId: string | null;
  readonly fanId: string | null;
  readonly payoutId: string | null;
  readonly status: EscrowStatus | null;
  readonly gross: Money;
  readonly commission: Money;
  readonly net: Money;
  readonly reversed: Money;
  readonly availableOn: string | null;
}

/** What belongs to a list: later changes are no part of its further pages. */
export interface Cut {
  readonly at: Date;
  /** Of the last movement of the creator's earnings. */
  readonly sequence: number;
}

export interface StatementEntries {
  /**
   * A page of the entries of a month: open messages while it runs, those refunded in it, then what the ledger booked in it, newest first.
   * @param cut of an earlier page, so that both are pages of one list; null: what there is now
   */
  list(
    userId: string,
    month: { readonly from: Date; readonly to: Date },
    page: PageRequest,
    cut: Cut | null,
  ): Promise<{ rows: StatementEntry[]; total: number; cut: Cut }>;
}

export function statementEntries(database: Collections, clock: Clock): StatementEntries {
  const [escrows, ledger] = [escrowStore(database), ledgerStore(database, clock)];

  const booked = async (stretch: Stretch): Promise<ListPart<StatementEntry>> => {
    const { count, find } = await ledger.partOf(stretch, EARNING_KINDS);
    return {
      count,
      async find(skip, limit) {
        const rows = await find(skip, limit);
        const reversals = await findReversals(database, idsOf(rows, "reversal"));
        const about = [...idsOf(rows, "message"), ...[...reversals.values()].map(({ messageId }) => messageId)];
        const escrowOf = await escrows.findByMessage([...new Set(about)]);
        return rows.map((row) => entryOf(row, escrowOf, reversals));
      },
    };
  };

  return {
    async list(userId, month, page, given) {
      const at = given?.at ?? clock.now();
      const isRunning = month.from <= at && at < month.to;
      const stretch = await ledger.stretch(accountOf(userId, "CREATOR"), month);
      const sequence = Math.min(stretch.last, given?.sequence ?? stretch.last);
      const [open, refunded, moved] = await Promise.all([
        isRunning ? escrows.openOfCreator(userId, at) : null,
        escrows.refundedOfCreator(userId, { from: month.from, to: isRunning ? new Date(at.getTime() + 1) : month.to }),
        booked({ ...stretch, last: sequence }),
      ]);
      const found = await findInParts([...(open ? [unearned(open)] : []), unearned(refunded), moved], page);
      return { ...found, cut: { at, sequence } };
    },
  };
}

const idsOf = (rows: readonly LedgerDoc[], type: LedgerDoc["reference"]["type"]): string[] =>
  rows.flatMap(({ reference }) => (reference.type === type ? [reference.id] : []));

const unearned = ({ count, find }: ListPart<Escrow>): ListPart<StatementEntry> => ({
  count,
  find: async (skip, limit) => (await find(skip, limit)).map(unearnedEntry),
});

function unearnedEntry({ messageId, fanId, status, amount, commissionRate, heldAt, resolvedAt }: Escrow): StatementEntry {
  const kind = status === "HELD" ? "HOLD" : "REFUND";
  const split = splitPrice(amount, commissionRate);
  return { ...NOTHING, ...split, at: resolvedAt ?? heldAt, kind, messageId, fanId, status, gross: amount };
}

const NOTHING = { messageId: null, fanId: null, payoutId: null, status: null, availableOn: null, gross: 0n, commission: 0n, reversed: 0n };

/** Every sum is one of the ledger transaction; what it is about comes from its document. */
function entryOf(row: LedgerDoc, escrowOf: ReadonlyMap<string, Escrow>, reversals: ReadonlyMap<string, EarningReversal>): StatementEntry {
  const { kind, reference, createdAt: at, movement } = row;
  const into = (account: string) => sumOf(row.entries.filter((entry) => entry.account === account).map(({ amount }) => amount));
  const plain = { ...NOTHING, at, net: movement.amount };
  if (kind === "PAYOUT_SETTLEMENT") return { ...plain, kind, payoutId: reference.id, net: -into(PROVIDER_ACCOUNT) };
  if (kind === "RELEASE") {
    const escrow = escrowOf.get(reference.id);
    const sums = { gross: -into(ESCROW_ACCOUNT), commission: into(FEES_ACCOUNT) };
    return { ...plain, ...sums, ...aboutOf(escrow), kind, messageId: reference.id, availableOn: escrow?.availableOn ?? null };
  }
  if (kind !== "EARNING_REVERSAL") return { ...plain, kind: "ADJUSTMENT" };
  const messageId = reversals.get(reference.id)?.messageId ?? null;
  return { ...plain, ...aboutOf(escrowOf.get(messageId ?? "")), kind, messageId, reversed: -movement.amount };
}

const aboutOf = (escrow: Escrow | undefined) => ({ fanId: escrow?.fanId ?? null, status: escrow?.status ?? null });
