import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Escrow } from "../domain/escrow.ts";
import { checkMessage } from "../domain/ledger-invariants.ts";
import { type Violation, violation } from "../domain/violation.ts";
import { type AuditedBooks, type ReadSlice, SLICE_SIZE } from "./audited-books.ts";

/** Compares escrows with their messages, where these are known. */
export async function compareMessages(
  { messages }: AuditedBooks,
  tx: Tx,
  escrows: readonly Escrow[],
): Promise<(escrow: Escrow) => Violation[]> {
  const found = await messages?.findByIds(
    tx,
    escrows.map(({ messageId }) => messageId),
  );
  const messageOf = found && new Map(found.map((message) => [message.messageId, message]));
  return (escrow) => {
    const message = messageOf?.get(escrow.messageId);
    if (message) return checkMessage(message, escrow);
    const rows = [{ collection: "escrows", id: escrow._id }];
    return messageOf ? [violation("M4", `escrow of message ${escrow.messageId}`, "has no message", escrow.amount, rows)] : [];
  };
}

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
