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

/** The events a service has applied: delivery repeats, the effect does not. */
export interface Inbox {
  /** Commits the effect and the note that the event was applied in one transaction. Returns false when it was applied before. */
  applyOnce(group: string, eventId: string, transaction: Transaction, effect: (tx: Tx) => Promise<void>): Promise<boolean>;
}

interface InboxRow {
  /** `<group>:<event id>` */
  readonly _id: string;
  readonly appliedAt: Date;
}

const schema = new Schema<InboxRow>(
  { _id: { type: String, required: true }, appliedAt: { type: Date, required: true } },
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
  };
}
