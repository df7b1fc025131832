import { type Clock, DAY, SECOND } from "#libs/kernel/clock.ts";
import { date, number, optional, text } from "#libs/kernel/fields.ts";
import { type FaultPoints, noFaults } from "#libs/platform/faults/fault-points.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Transaction, Tx } from "#libs/platform/mongo/transaction.ts";

/** Longer than any outbox or stream retains an event. */
const RETENTION_SECONDS = (30 * DAY) / SECOND;

export interface InboxDeps {
  readonly database: Collections;
  readonly clock: Clock;
  readonly faults?: FaultPoints | undefined;
}

/** The subject of an event, and the version that the event carries. */
export interface Version {
  readonly subject: string;
  readonly version: number;
}

/** The events that a service has applied: an event may be delivered twice, but takes effect once. */
export interface Inbox {
  readonly clock: Clock;
  /**
   * Commits the effect of events together with their ids. Returns false, and commits nothing, when one of them was applied before. Equal
   * ids of two kinds of events are different ids, because an owner may choose its ids.
   */
  applyOnce(facts: AppliedFacts, transaction: Transaction, effect: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Records the version of a subject; false when the same or a higher one was recorded before. */
  isLatest(tx: Tx, facts: string, version: Version): Promise<boolean>;
}

/** Events that a group of consumers applies. */
export interface AppliedFacts {
  readonly group: string;
  readonly facts: readonly FactId[];
}

/** Identifies an event. */
interface FactId {
  readonly id: string;
  readonly event: string;
}

/** An event, and the id of the row that records it. */
interface RecordedFact extends FactId {
  readonly key: string;
}

const inboxRows = defineCollection({
  name: "inbox",
  fields: {
    /** `<group>:<event id>`; `<group>:<event>:<event id>` if another kind of event has taken the id; `<facts>:<subject>` for a version */
    _id: text,
    /** Absent in rows of earlier releases and of versions. */
    event: optional(text),
    appliedAt: date,
    version: optional(number),
  },
  indexes: [{ name: "retention", key: { appliedAt: 1 }, expireAfterSeconds: RETENTION_SECONDS }],
  unknownFields: "drop",
});

class AlreadyApplied extends Error {}

export function createInbox({ database, clock, faults = noFaults }: InboxDeps): Inbox {
  const rows = database.collection(inboxRows);

  const recordApplied = async (tx: Tx, facts: readonly RecordedFact[]) => {
    const appliedAt = clock.now();
    try {
      await rows.insert(
        facts.map(({ key, event }) => ({ _id: key, event, appliedAt })),
        { tx, trusted: true },
      );
    } catch (error) {
      throw isDuplicateKey(error) ? new AlreadyApplied() : error;
    }
  };

  const commit = async (facts: readonly RecordedFact[], transaction: Transaction, effect: (tx: Tx) => Promise<void>) => {
    try {
      await transaction(async (tx) => {
        await recordApplied(tx, facts);
        await effect(tx);
      });
      return true;
    } catch (error) {
      if (error instanceof AlreadyApplied) return false;
      throw error;
    }
  };

  /** Commits again with separate keys for the ids that another kind of event has taken; false when there are none. */
  const commitBeside = async (
    group: string,
    facts: readonly RecordedFact[],
    transaction: Transaction,
    effect: (tx: Tx) => Promise<void>,
  ): Promise<boolean> => {
    const found = await rows.find({ _id: { $in: facts.map(({ key }) => key) } });
    const takenBy = new Map(found.map((row) => [row._id, row.event]));
    const isTaken = ({ key, event }: RecordedFact) => (takenBy.get(key) ?? event) !== event;
    if (!facts.some(isTaken)) return false;
    const own = facts.map((fact) => (isTaken(fact) ? { ...fact, key: `${group}:${fact.event}:${fact.id}` } : fact));
    return commit(own, transaction, effect);
  };

  return {
    clock,
    async applyOnce({ group, facts }, transaction, effect) {
      const recorded = facts.map((fact) => ({ ...fact, key: `${group}:${fact.id}` }));
      const isApplied = (await commit(recorded, transaction, effect)) || (await commitBeside(group, recorded, transaction, effect));
      if (isApplied) await faults.hit("inbox.applied");
      return isApplied;
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
