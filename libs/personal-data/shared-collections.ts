import type { Connection, QueryFilter } from "mongoose";
import { type AuditRow, auditLogModel } from "#libs/audit/audit-log.ts";
import { type OutboxRow, outboxModel } from "#libs/events/outbox-rows.ts";
import type { DataSubject, RetainedRows, TreatedRows } from "./personal-data.ts";
import { retained } from "./rows.ts";

/** Collections of every service in which nobody is named. */
export const IMPERSONAL = {
  inbox: "ids of events that were applied",
  erasures: "how many rows of a former user were erased",
} as const;

/** Why a service whose events name nobody leaves its outbox alone. */
export const NAMELESS_OUTBOX = "events that name nobody";

/** What a user did, and what was done to a user; contents are never in it. */
export function auditTrail(connection: Connection): RetainedRows {
  return retained<AuditRow>(
    auditLogModel(connection),
    "ACCOUNTABILITY",
    ({ userId, creatorId }) => ({ $or: [{ actor: userId }, { target: { $in: [userId, ...(creatorId === null ? [] : [creatorId])] } }] }),
    ({ action, at, actor, target }) => ({ action, at, actor, target }),
  );
}

/**
 * Facts that are kept after they were handed on may hold names. Those not handed on yet are waited for: who needs them has
 * to get them first.
 * @param fields of payloads that hold a user's id
 */
export function publishedFacts(connection: Connection, ...fields: readonly string[]): TreatedRows {
  const outbox = outboxModel(connection);
  const about = ({ userId }: DataSubject) => ({ $or: fields.map((field) => ({ [`payload.${field}`]: userId })) });
  return {
    collection: "outbox",
    treatment: "ERASE",
    async treat(session, subject, limit) {
      const filter = about(subject) as QueryFilter<OutboxRow>;
      const rows = await outbox.find(filter, { publishedAt: 1 }, { session }).limit(limit).lean<Pick<OutboxRow, "_id" | "publishedAt">[]>();
      const gone = rows.filter(({ publishedAt }) => publishedAt !== null).map(({ _id }) => _id);
      if (gone.length > 0) await outbox.deleteMany({ _id: { $in: gone } }, { session });
      return { count: gone.length, more: rows.length === limit || gone.length < rows.length };
    },
  };
}
