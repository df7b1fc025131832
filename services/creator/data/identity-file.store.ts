import type { IdentityFile, KeptFileType } from "#libs/contracts/creator/index.ts";
import { date, nullable, number, of, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** A file that a creator has sent for an identity check. The storage holds its bytes, sealed, in parts. */
export interface IdentityFileDoc extends DocumentIn<typeof identityFiles> {}

export const identityFiles = defineCollection({
  name: "identity_files",
  fields: {
    _id: text,
    creatorId: text,
    userId: text,
    kind: of<IdentityFile>(),
    contentType: of<KeptFileType>(),
    bytes: number,
    parts: number,
    /** The provider that stores the parts. */
    storage: text,
    /** Time of its last part; null while the file is not complete. */
    sentAt: nullable(date),
    /** Time from which the file is gone; null while a check waits for its decision. */
    goneAt: nullable(date),
  },
  indexes: [
    { name: "of_creator", key: { creatorId: 1 } },
    { name: "of_user", key: { userId: 1 } },
    { name: "gone", key: { goneAt: 1 } },
  ],
});

/** More than a creator can send within the time of a run of the job that removes them. */
const MAX_FILES = 1_000;

export interface IdentityFileStore {
  insert(file: IdentityFileDoc): Promise<void>;
  find(creatorId: string, fileId: string): Promise<IdentityFileDoc | null>;
  /** The complete files of a creator that are not gone. */
  listPresent(creatorId: string, now: Date, tx?: Tx): Promise<IdentityFileDoc[]>;
  /** Ends the upload of a file; those of the same kind before it are gone from now on. False when it does not exist any more. */
  complete(tx: Tx, file: IdentityFileDoc, times: { readonly sentAt: Date; readonly goneAt: Date }): Promise<boolean>;
  /** Sets the time from which complete files are gone. */
  setEnd(tx: Tx, fileIds: readonly string[], goneAt: Date | null): Promise<void>;
  /** Files that are gone, the earliest first. */
  listGone(now: Date, skip: number, limit: number): Promise<IdentityFileDoc[]>;
  delete(fileId: string): Promise<void>;
}

export function identityFileStore(database: Collections): IdentityFileStore {
  const rows = database.collection(identityFiles);
  const listPresent: IdentityFileStore["listPresent"] = async (creatorId, now, tx) => {
    const files = await rows.find({ creatorId }, { tx, limit: MAX_FILES });
    return files.filter(({ sentAt, goneAt }) => sentAt !== null && (goneAt === null || goneAt > now));
  };
  const setEnd: IdentityFileStore["setEnd"] = async (tx, fileIds, goneAt) => {
    if (fileIds.length > 0) await rows.updateMany({ _id: { $in: [...fileIds] } }, { $set: { goneAt } }, { tx });
  };
  return {
    insert: (file) => rows.insert(file),
    find: (creatorId, _id) => rows.findOne({ _id, creatorId }),
    listPresent,
    setEnd,
    async complete(tx, { _id, creatorId, kind }, times) {
      const before = (await listPresent(creatorId, times.sentAt, tx)).filter((file) => file.kind === kind && file._id !== _id);
      const replaced = before.map((file) => file._id);
      await setEnd(tx, replaced, times.sentAt);
      return (await rows.updateOne({ _id }, { $set: times }, { tx })).modifiedCount === 1;
    },
    listGone: (now, skip, limit) => rows.find({ goneAt: { $lte: now } }, { sort: { goneAt: 1 }, skip, limit }),
    async delete(_id) {
      await rows.deleteMany({ _id });
    },
  };
}
