import { type AuditLineDoc, auditLines, SYSTEM } from "#libs/platform/audit/audit-log.ts";
import { indexNamesInFacts, NO_TEXT, type OutboxRow, outboxOf } from "#libs/platform/events/outbox-rows.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { DataSubject, RetainedRows, TreatedRows } from "./personal-data.ts";
import { retained } from "./rows.ts";

/** Collections without personal data that every service may have. */
export const IMPERSONAL = {
  inbox: "ids of consumed events and versions of facts, for a month",
  erasures: "how many rows of a former user were erased",
  guards: "counts of changes",
  recounts: "how far the recount of derived totals has come",
  running_hashes: "hashes of the audit log and of the ledger",
} as const;

/** The reason why the outbox of a service is impersonal. */
export const OUTBOX_WITHOUT_NAMES = "events without names and texts of users";

/** Entries about the actions of a user, and about actions of others on that user. They never hold contents. */
export function auditTrail(database: Collections): RetainedRows {
  return retained<AuditLineDoc>(
    database.collection(auditLines),
    "ACCOUNTABILITY",
    ({ userId, creatorId }) => ({ $or: [{ actor: userId }, { target: { $in: [userId, ...(creatorId === null ? [] : [creatorId])] } }] }),
    auditLineView,
  );
}

/** An audit entry as the user sees it. Members of the staff are not named: they are data subjects too. */
export function auditLineView(
  { action, at, actor, target }: Pick<AuditLineDoc, "action" | "at" | "actor" | "target">,
  { userId }: DataSubject,
) {
  return { action, at, actor: actor === userId || actor === SYSTEM ? actor : "staff", target };
}

/** A field of a payload with a text of a user, and the field with the id of that user. `only` restricts the events. */
type PersonalText = readonly [owner: string, text: string, only?: Filter<OutboxRow>];

/** Published events stay in the outbox for a while, so that a lost stream can be refilled. A purge empties their texts of the user. */
export function anonymizedFacts(database: Collections, ...texts: readonly PersonalText[]): TreatedRows {
  for (const [owner, text] of texts) indexNamesInFacts(database, owner, text);
  const outbox = database.collection(outboxOf(database));
  const filterOf = ([owner, text, only]: PersonalText, { userId }: DataSubject) =>
    ({ ...only, [`payload.${owner}`]: userId, [`payload.${text}`]: { $gt: NO_TEXT } }) as Filter<OutboxRow>;
  return {
    collection: "outbox",
    treatment: "ANONYMIZE",
    async treat(tx, subject, limit) {
      const filters = texts.map((text) => filterOf(text, subject));
      const rows = await outbox.find({ $or: filters }, { tx, projection: { _id: 1 }, limit });
      const ids = rows.map(({ _id }) => _id);
      for (const [index, [, text]] of texts.entries()) {
        if (ids.length === 0) break;
        await outbox.updateMany({ ...filters[index], _id: { $in: ids } }, { $set: { [`payload.${text}`]: NO_TEXT } }, { tx });
      }
      return { count: ids.length, more: ids.length === limit };
    },
  };
}
