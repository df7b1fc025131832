import { SECOND } from "#libs/kernel/clock.ts";
import { date, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { claimLapsed, hasLapsed } from "#libs/platform/mongo/lapsed-lease.ts";

/** The only document of its collection. */
export const heartbeats = defineCollection({
  name: "heartbeats",
  fields: {
    _id: text,
    /** Due time of the next heartbeat. */
    dueAt: date,
  },
  unknownFields: "drop",
});

const HEARTBEAT_EVERY_MS = 60 * SECOND;
const HEARTBEAT = { _id: "heartbeat" } as const;

const nextAfter = (now: Date): Date => new Date(now.getTime() + HEARTBEAT_EVERY_MS);

export interface HeartbeatStore {
  /** Inserts the document when there is none. */
  prepare(): Promise<void>;
  isDue(now: Date): Promise<boolean>;
  /** Claims the heartbeat that is due. False when none is, or another process has claimed it. */
  claim(now: Date): Promise<boolean>;
}

export function heartbeatStore(database: Collections): HeartbeatStore {
  const rows = database.collection(heartbeats);
  return {
    async prepare() {
      try {
        await rows.updateOne(HEARTBEAT, { $setOnInsert: { dueAt: new Date(0) } }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async isDue(now) {
      const heartbeat = await rows.findOne(HEARTBEAT);
      return heartbeat !== null && hasLapsed(heartbeat.dueAt, now, nextAfter(now));
    },
    async claim(now) {
      const next = nextAfter(now);
      const claimed = await claimLapsed(now, next, (dueAt) => rows.findOneAndUpdate({ ...HEARTBEAT, dueAt }, { $set: { dueAt: next } }));
      return claimed !== null;
    },
  };
}
