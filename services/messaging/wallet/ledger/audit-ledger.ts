import { FIRST, type LedgerDatabase, readSlice } from "../audit/audit-all-books.ts";
import { auditedBooks } from "../audit/audited-books.ts";
import type { AuditPosition } from "../data/ledger-audit.store.ts";
import type { MessageMoneySource } from "../data/message-money.store.ts";
import type { MessageMoney } from "../domain/ledger-invariants.ts";
import type { Violation } from "../domain/violation.ts";

export type { MessageMoney } from "../domain/ledger-invariants.ts";

const MAX_VIOLATIONS = 1_000;

/**
 * All violations in books that do not change meanwhile, at most 1,000. It only reads.
 * @param messages all messages at this time, to be compared with their escrows; absent: messages are not checked
 * @param now absent: earnings in hold are not compared with their escrows
 */
export async function auditLedger(database: LedgerDatabase, messages?: Iterable<MessageMoney>, now?: Date): Promise<Violation[]> {
  const books = auditedBooks(database, messages ? sourceOf(messages) : null, now ?? null);
  const found: Violation[] = [];
  for (let position: AuditPosition | null = FIRST; position; ) {
    const reading: Awaited<ReturnType<typeof readSlice>> = await readSlice(database, books, position);
    found.push(...reading.violations.slice(0, MAX_VIOLATIONS - found.length));
    position = reading.next;
  }
  return found;
}

function sourceOf(messages: Iterable<MessageMoney>): MessageMoneySource {
  const all = [...messages].sort((one, other) => (one.messageId < other.messageId ? -1 : 1));
  return {
    findByIds: async (_, ids) => all.filter(({ messageId }) => ids.includes(messageId)),
    listAfter: async (_, after, limit) => all.filter(({ messageId }) => messageId > (after ?? "")).slice(0, limit),
  };
}
