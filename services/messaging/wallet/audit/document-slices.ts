import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { isWellFormed, type StoredPosting } from "../domain/chain.ts";
import { KINDS_OF, type ReferenceType } from "../domain/ledger.ts";
import { checkEscrow, checkMessage } from "../domain/ledger-invariants.ts";
import { checkAdjustment, checkPayout, checkTopUp } from "../domain/payout-invariants.ts";
import { violation } from "../domain/violation.ts";
import { type AuditedBooks, documentsAfter, type ReadSlice, SLICE_SIZE } from "./audited-books.ts";

/** The ledger transactions of some references of one type, by the id of the reference. */
async function postingsOf({ ledger }: AuditedBooks, tx: Tx, type: ReferenceType, ids: readonly string[]) {
  const filter = { kind: { $in: [...KINDS_OF[type]] }, "reference.type": type, "reference.id": { $in: [...ids] } };
  const rows: StoredPosting[] = await ledger.find(filter, { tx });
  const byId = Map.groupBy(rows.filter(isWellFormed), ({ reference }) => reference.id);
  return (id: string): readonly StoredPosting[] => byId.get(id) ?? [];
}

export const readEscrows: ReadSlice = async (books, tx, after) => {
  const { rows, next } = await documentsAfter(books.escrows, tx, after);
  const ids = rows.map(({ messageId }) => messageId);
  const postings = await postingsOf(books, tx, "message", ids);
  const messages = await books.messages?.findByIds(tx, ids);
  const messageOf = messages && new Map(messages.map((message) => [message.messageId, message]));
  const violations = rows.flatMap((escrow) => {
    const own = checkEscrow(escrow, postings(escrow.messageId));
    const message = messageOf?.get(escrow.messageId);
    if (message) return [...own, ...checkMessage(message, escrow)];
    const subject = `escrow of message ${escrow.messageId}`;
    const rowNames = [{ collection: "escrows", id: escrow._id }];
    return messageOf ? [...own, violation("M4", subject, "has no message", escrow.amount, rowNames)] : own;
  });
  return { violations, next };
};

/** Finds the messages that lack an escrow; those with one are compared with it among the escrows. */
export const readMessages: ReadSlice = async ({ messages, escrows }, tx, after) => {
  const rows = (await messages?.listAfter(tx, after, SLICE_SIZE)) ?? [];
  const paid = rows.filter(({ priceSnapshot }) => priceSnapshot !== null);
  const ids = paid.map(({ messageId }) => messageId);
  const found = await escrows.find({ messageId: { $in: ids } }, { tx, projection: { messageId: 1 } });
  const withEscrow = new Set(found.map(({ messageId }) => messageId));
  const violations = paid.filter(({ messageId }) => !withEscrow.has(messageId)).flatMap((message) => checkMessage(message, undefined));
  return { violations, next: rows.length < SLICE_SIZE ? null : (rows.at(-1)?.messageId ?? null) };
};

export const readPayouts: ReadSlice = async (books, tx, after) => {
  const { rows, next } = await documentsAfter(books.payouts, tx, after);
  const postings = await postingsOf(books, tx, "payout", idsOf(rows));
  return { violations: rows.flatMap((payout) => checkPayout(payout, postings(payout._id))), next };
};

export const readAdjustments: ReadSlice = async (books, tx, after) => {
  const { rows, next } = await documentsAfter(books.adjustments, tx, after);
  const postings = await postingsOf(books, tx, "adjustment", idsOf(rows));
  return { violations: rows.flatMap((adjustment) => checkAdjustment(adjustment, postings(adjustment._id))), next };
};

export const readTopUps: ReadSlice = async (books, tx, after) => {
  const { rows, next } = await documentsAfter(books.topUps, tx, after);
  const postings = await postingsOf(books, tx, "topup", idsOf(rows));
  return { violations: rows.flatMap((topUp) => checkTopUp(topUp, postings(topUp._id))), next };
};

const idsOf = (rows: readonly { readonly _id: string }[]): string[] => rows.map(({ _id }) => _id);
