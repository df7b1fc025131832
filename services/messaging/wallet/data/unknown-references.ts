import { MAX_COUNTED } from "#libs/contracts/config/console.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Collection } from "#libs/platform/mongo/collection.ts";

export const UNKNOWN_INDEX = {
  name: "unknown",
  key: { unknownSince: 1 },
  partialFilterExpression: { unknownSince: { $exists: true } },
} as const;

interface Referring {
  readonly _id: string;
  readonly unknownSince?: Date | undefined;
}

export interface UnknownReferences {
  /** Records whether the provider knows the reference of a document. */
  setUnknown(row: Referring, isUnknown: boolean): Promise<void>;
  /** How many references the providers do not know. */
  countUnknown(): Promise<number>;
}

export function unknownReferences<T extends Referring>(collection: Collection<T>, clock: Clock): UnknownReferences {
  const documents = collection as unknown as Collection<Referring>;
  return {
    async setUnknown({ _id, unknownSince }, isUnknown) {
      if (isUnknown === (unknownSince !== undefined)) return;
      const update = isUnknown ? { $set: { unknownSince: clock.now() } } : { $unset: { unknownSince: 1 as const } };
      await documents.updateOne({ _id }, update);
    },
    countUnknown: () => documents.count({ unknownSince: { $gt: new Date(0) } }, { limit: MAX_COUNTED }),
  };
}
