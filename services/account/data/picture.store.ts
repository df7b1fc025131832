import { date, nullable, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** A picture of a user. Each upload has files of its own in the storage, so the end of one never touches another. */
export interface PictureDoc extends DocumentIn<typeof images> {}

export const images = defineCollection({
  name: "images",
  fields: {
    _id: text,
    userId: text,
    /** Of the owner and the bytes; the address names it. */
    hash: text,
    /** The provider that stores the files. */
    storage: text,
    createdAt: date,
    /** Time from which the picture is gone; null for the present one. */
    goneAt: nullable(date),
  },
  indexes: [
    { name: "of_user", key: { userId: 1, goneAt: 1 } },
    { name: "by_hash", key: { hash: 1 } },
    { name: "gone", key: { goneAt: 1 } },
  ],
});

export interface PictureStore {
  insert(picture: PictureDoc): Promise<void>;
  /** Makes a picture the present one of its user; the one before is gone at `goneAt`. False when it does not exist any more. */
  makePresent(tx: Tx, picture: PictureDoc, goneAt: Date): Promise<boolean>;
  /** All pictures of a user are gone from now on. */
  retire(tx: Tx, userId: string, now: Date): Promise<void>;
  /** A picture that is not gone; null when there is none. */
  findByHash(hash: string, now: Date): Promise<PictureDoc | null>;
  /** Pictures that are gone, the earliest first. */
  listGone(now: Date, skip: number, limit: number): Promise<PictureDoc[]>;
  delete(pictureId: string): Promise<void>;
}

/** Uploads of the same bytes by one person that a look-up reads; the limit of uploads keeps them fewer. */
const MAX_SAME = 1_000;

export function pictureStore(database: Collections): PictureStore {
  const rows = database.collection(images);
  return {
    insert: (picture) => rows.insert(picture),
    async makePresent(tx, { _id, userId }, goneAt) {
      await rows.updateMany({ userId, goneAt: null }, { $set: { goneAt } }, { tx });
      return (await rows.updateOne({ _id }, { $set: { goneAt: null } }, { tx })).modifiedCount === 1;
    },
    async retire(tx, userId, now) {
      await rows.updateMany({ userId }, { $set: { goneAt: now } }, { tx });
    },
    async findByHash(hash, now) {
      const same = await rows.find({ hash }, { limit: MAX_SAME });
      return same.find(({ goneAt }) => goneAt === null || goneAt > now) ?? null;
    },
    listGone: (now, skip, limit) => rows.find({ goneAt: { $lte: now } }, { sort: { goneAt: 1 }, skip, limit }),
    async delete(_id) {
      await rows.deleteMany({ _id });
    },
  };
}
