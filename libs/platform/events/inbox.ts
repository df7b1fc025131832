import { Schema } from "mongoose";
import { type Clock, DAY, SECOND } from "#libs/kernel/clock.ts";
import { type FaultPoints, noFaults } from "#libs/platform/faults/fault-points.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Transaction, Tx } from "#libs/platform/mongo/transaction.ts";

/** Longer than any outbox or stream keeps an event. */
const KEPT_SECONDS = (30 * DAY) / SECOND;

export interface InboxDeps {
  readonly database: Collections;
  readonly clock: Clock;
  readonly faults?: FaultPoints | undefined;
}

/** The subject of a fact, and the version that the fact tells. */
export interface Version {
  readonly subject: string;
  readonly version: number;
}

/** The events that a service has applied: an event may be delivered twice, but takes effect once. */
export interface Inbox {
  readonly clock: Clock;
  /**
   * Commits the effect of events together with their ids. Returns false, and commits nothing, when one of them was applied before.
   */
  applyOnce(group: string, eventIds: readonly string[], transaction: Transaction, effect: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Records the version of a subject; false when the same or a higher one was recorded before. */
  isLatest(tx: Tx, facts: string, version: Version): Promise<boolean>;
}

interface InboxRow {
  /** `<group>:<event id>`, or `<facts>:<subject>` of a version */
  readonly _id: string;
  readonly appliedAt: Date;
  readonly version?: number;
}

const schema = new Schema<InboxRow>(
  { _id: { type: String, required: true }, appliedAt: { type: Date, required: true }, version: Number },
  { versionKey: false },
);
schema.index({ appliedAt: 1 }, { name: "retention", expireAfterSeconds: KEPT_SECONDS });

const inboxRows: CollectionDefinition<InboxRow> = { name: "inbox", schema };

class AlreadyApplied extends Error {}

export function createInbox({ database, clock, faults = noFaults }: InboxDeps): Inbox {
  const rows = database.collection(inboxRows);

  const recordApplied = async (tx: Tx, ids: readonly string[]) => {
    const appliedAt = clock.now();
    try {
      await rows.insert(
        ids.map((_id) => ({ _id, appliedAt })),
        { tx },
      );
    } catch (error) {
      throw isDuplicateKey(error) ? new AlreadyApplied() : error;
    }
  };

  return {
    clock,
    async applyOnce(group, eventIds, transaction, effect) {
      const ids = eventIds.map((eventId) => `${group}:${eventId}`);
      try {
        await transaction(async (tx) => {
          await recordApplied(tx, ids);
          await effect(tx);
        });
      } catch (error) {
        if (error instanceof AlreadyApplied) return false;
        throw error;
      }
      await faults.hit("inbox.applied");
      return true;
    },

    async isLatest(tx, facts, { subject, version }) {
      const _id = `${facts}:${subject}`;
      const appliedAt = clock.now();
      const known = await rows.findOne({ _id }, { tx });
      if (!known) await rows.insert({ _id, appliedAt, version }, { tx });
      else if ((known.version ?? 0) >= version) return false;
      else await rows.updateOne({ _id }, { $set: { appliedAt, version } }, { tx });
      return true;
    },
  };
}
