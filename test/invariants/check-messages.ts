import type { Connection } from "mongoose";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { auditLedger, type MessageMoney } from "#services/messaging/wallet/ledger/audit-ledger.ts";

interface MessageRow extends Omit<MessageMoney, "messageId"> {
  readonly _id: string;
  readonly senderId: string;
  readonly receiverId: string;
}

const OPEN = new Set<string>(["ESCROWED", "QUARANTINED"]);

/** Every violation of M1-M9 in a messaging database that no request changes any more. */
export async function checkMessages(connection: Connection): Promise<string[]> {
  const rows = await connection.collection<MessageRow>("messages").find().toArray();
  const violations = await auditLedger(
    databaseOf(connection),
    rows.map(({ _id: messageId, status, priceSnapshot, commissionRate }) => ({ messageId, status, priceSnapshot, commissionRate })),
  );
  const open = rows.filter(({ status, priceSnapshot }) => priceSnapshot !== null && OPEN.has(status));
  const sessions = await connection.collection("chat_sessions").find().toArray();
  return [
    ...violations.map(({ invariant, subject, detail }) => `${invariant}: ${subject} ${detail}`),
    ...repeated(open.map(({ senderId, receiverId }) => `${senderId} to ${receiverId}`)).map(
      (pair) => `M8: two open paid messages, ${pair}`,
    ),
    ...repeated(sessions.map(({ pairKey }) => String(pairKey))).map((pair) => `M9: two chat sessions, ${pair}`),
  ];
}

function repeated(items: readonly string[]): string[] {
  return items.filter((item, index) => items.indexOf(item) !== index);
}
