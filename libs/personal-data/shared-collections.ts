import type { Connection, QueryFilter } from "mongoose";
import { type AuditRow, auditLogModel, SYSTEM } from "#libs/audit/audit-log.ts";
import { indexNamesInFacts, NO_TEXT, type OutboxRow, outboxModel } from "#libs/events/outbox-rows.ts";
import type { DataSubject, RetainedRows, TreatedRows } from "./personal-data.ts";
import { retained } from "./rows.ts";

/** Collections of every service in which nobody is named. */
export const IMPERSONAL = {
  inbox: "ids of events that were applied, versions of facts, for a month",
  erasures: "how many rows of a former user were erased",
  guards: "counts of changes",
} as const;

/** Why a service whose events name nobody leaves its outbox alone. */
export const NAMELESS_OUTBOX = "events that name nobody";

/** What a user did, and what was done to a user; contents are never in it. */
export function auditTrail(connection: Connection): RetainedRows {
  return retained<AuditRow>(
    auditLogModel(connection),
    "ACCOUNTABILITY",
    ({ userId, creatorId }) => ({ $or: [{ actor: userId }, { target: { $in: [userId, ...(creatorId === null ? [] : [creatorId])] } }] }),
    shownLine,
  );
}

/** Who of the staff did something is not told to whom it was done: these are people, too. */
export function shownLine({ action, at, actor, target }: Pick<AuditRow, "action" | "at" | "actor" | "target">, { userId }: DataSubject) {
  return { action, at, actor: actor === userId || actor === SYSTEM ? actor : "staff", target };
}

/** Which field of a payload holds a user's id, and which one a text that is that user's: a name, or words, if `only` holds. */
export type NamedIn = readonly [owner: string, text: string, only?: QueryFilter<OutboxRow>];

/**
 * Facts are kept for a while after they were handed on, so that a lost stream can be refilled: they stay, without the texts of
 * whoever is gone.
 */
export function namesInFacts(connection: Connection, ...places: readonly NamedIn[]): TreatedRows {
  const outbox = outboxModel(connection);
  for (const [owner, text] of places) indexNamesInFacts(connection, owner, text);
  const filterOf = ([owner, text, only]: NamedIn, { userId }: DataSubject) =>
    ({ ...only, [`payload.${owner}`]: userId, [`payload.${text}`]: { $gt: NO_TEXT } }) as QueryFilter<OutboxRow>;
  return {
    collection: "outbox",
    treatment: "ANONYMISE",
    async treat(session, subject, limit) {
      const filters = places.map((place) => filterOf(place, subject));
      const rows = await outbox.find({ $or: filters }, { _id: 1 }, { session }).limit(limit).lean<Pick<OutboxRow, "_id">[]>();
      const ids = rows.map(({ _id }) => _id);
      for (const [index, [, text]] of places.entries()) {
        if (ids.length === 0) break;
        await outbox.updateMany({ ...filters[index], _id: { $in: ids } }, { $set: { [`payload.${text}`]: NO_TEXT } }, { session });
      }
      return { count: ids.length, more: ids.length === limit };
    },
  };
}
