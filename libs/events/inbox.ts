import { type Connection, type Model, Schema } from "mongoose";
import { type FaultPoints, noFaults } from "#libs/faults/fault-points.ts";
import { type Clock, DAY, SECOND } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Transaction, Tx } from "#libs/mongo/transaction.ts";

/** Longer than any outbox or stream keeps an event. */
const KEPT_SECONDS = (30 * DAY) / SECOND;

export interface InboxDeps {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly faults?: FaultPoints | undefined;
}

/** What a fact is about, and how often that had changed by then. */
export interface Version {
  readonly subject: string;
  readonly version: number;
}

/** The events a service has applied: delivery repeats, the effect does not. */
export interface Inbox {
  /** Commits the effect and the note that the event was applied in one transaction. Returns false when it was applied before. */
  applyOnce(group: string, eventId: string, transaction: Transaction, effect: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Notes the version of a subject of some facts; false when one as high, or higher, was noted before. */
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

class AlreadyApplied extends Error {}

export function createInbox({ connection, clock, faults = noFaults }: InboxDeps): Inbox {
  const model = (connection.models.Inbox as Model<InboxRow> | undefined) ?? connection.model<InboxRow>("Inbox", schema, "inbox");

  const note = async (session: Tx, _id: string) => {
    try {
      await model.insertOne({ _id, appliedAt: clock.now() }, { session });
    } catch (error) {
      throw isDuplicateKey(error) ? new AlreadyApplied() : error;
    }
  };

  return {
    async applyOnce(group, eventId, transaction, effect) {
      const _id = `${group}:${eventId}`;
      try {
        await transaction(async (tx) => {
          await note(tx, _id);
          await effect(tx);
        });
      } catch (error) {
        if (error instanceof AlreadyApplied) return false;
        throw error;
      }
      await faults.hit("inbox.applied");
      return true;
    },

    async isLatest(session, facts, { subject, version }) {
      const _id = `${facts}:${subject}`;
      const appliedAt = clock.now();
      const known = await model.findById(_id, null, { session }).lean<InboxRow>();
      if (!known) await model.insertOne({ _id, appliedAt, version }, { session });
      else if ((known.version ?? 0) >= version) return false;
      else await model.updateOne({ _id }, { $set: { appliedAt, version } }, { session });
      return true;
    },
  };
}
