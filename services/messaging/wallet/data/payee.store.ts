import { type Clock, DAY, HOUR } from "#libs/kernel/clock.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import { keysBy } from "#libs/platform/mongo/working-set.ts";
import { type Payee, payeeFields } from "../domain/payee.ts";
import { UNKNOWN_INDEX, type UnknownReferences, unknownReferences } from "./unknown-references.ts";

export const payees = defineCollection({
  name: "payees",
  fields: payeeFields,
  indexes: [
    { name: "of_reference", key: { provider: 1, reference: 1 } },
    { name: "of_user", key: { userId: 1 } },
    { name: "to_check", key: { checkAt: 1 }, sparse: true },
    UNKNOWN_INDEX,
  ],
});

export const payeeId = (provider: string, userId: string): string => `${provider}:${userId}`;

/** A payee in a working set. */
export const payeeOf = keysBy(payees, "_id");

export interface PayeeStore extends UnknownReferences {
  find(provider: string, userId: string): Promise<Payee | null>;
  /** The payee with a reference of its provider. */
  findByReference(provider: string, reference: string): Promise<Payee | null>;
  /** Whether a bank account of a user is one of these; keyed hashes. */
  hasInstrument(userId: string, hashes: readonly string[]): Promise<boolean>;
  /** The payees whose provider is to be asked. */
  listToCheck(limit: number): Promise<Payee[]>;
  /** Claims the next question to the provider, for an hour: its answer says when the one after it is due. False when another process has claimed it since the payee was read. */
  claim(payee: Payee): Promise<boolean>;
}

export function payeeStore(database: Collections, clock: Clock): PayeeStore {
  const collection = database.collection(payees);
  return {
    find: (provider, userId) => collection.findOne({ _id: payeeId(provider, userId) }),
    findByReference: (provider, reference) => collection.findOne({ provider, reference }),
    async hasInstrument(userId, hashes) {
      const own = await collection.find({ userId });
      return own.some(({ instrumentHash }) => instrumentHash !== undefined && hashes.includes(instrumentHash));
    },
    listToCheck(limit) {
      const now = clock.now();
      return listLapsed({ now, until: new Date(now.getTime() + DAY), limit }, (checkAt, size) =>
        collection.find({ checkAt }, { sort: { checkAt: 1 }, limit: size }),
      );
    },
    async claim({ _id, checkAt }) {
      const update = { $set: { checkAt: new Date(clock.now().getTime() + HOUR) } };
      return (await collection.updateOne({ _id, checkAt: checkAt ?? null }, update)).modifiedCount === 1;
    },
    ...unknownReferences(collection, clock),
  };
}
