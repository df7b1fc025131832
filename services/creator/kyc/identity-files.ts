import type { KycStatus } from "#libs/contracts/creator/index.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { eachByItself, type Turns } from "#libs/platform/jobs/turns.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { IdentityFileDoc } from "../data/identity-file.store.ts";
import type { Deps } from "../deps.ts";

type FileDeps = Pick<Deps, "clock" | "identityFiles" | "identityCipher" | "storage">;

/** An upload that was not completed after this is removed. */
const UNFINISHED_MS = HOUR;
const BATCH_SIZE = 100;

const partKey = (fileId: string, part: number) => `identity/${fileId}/${part}`;

/** Stores a row for a file before its first part, so that the parts of an upload that failed are found and removed. */
export async function beginFile(
  { clock, identityFiles, storage }: Pick<FileDeps, "clock" | "identityFiles" | "storage">,
  file: Omit<IdentityFileDoc, "storage" | "sentAt" | "goneAt">,
): Promise<void> {
  storage.use();
  const goneAt = new Date(clock.now().getTime() + UNFINISHED_MS);
  await identityFiles.insert({ ...file, storage: storage.activeName() ?? "", sentAt: null, goneAt });
}

export async function storePart(
  { identityCipher, storage }: Pick<FileDeps, "identityCipher" | "storage">,
  file: IdentityFileDoc,
  part: number,
  bytes: Buffer,
): Promise<void> {
  const sealed = identityCipher.sealPart(file, part, bytes);
  await orProviderUnavailable(storage.named(file.storage).put(partKey(file._id, part), sealed));
}

/** The bytes of a part; null when the storage has lost it. */
export async function readPart(
  { identityCipher, storage }: Pick<FileDeps, "identityCipher" | "storage">,
  file: IdentityFileDoc,
  part: number,
): Promise<Buffer | null> {
  const sealed = await orProviderUnavailable(storage.named(file.storage).get(partKey(file._id, part)));
  return sealed && identityCipher.openPart(file, part, sealed);
}

/** Removes the parts of a file. May run several times. */
export async function removeParts({ storage }: Pick<FileDeps, "storage">, file: Pick<IdentityFileDoc, "_id" | "storage" | "parts">) {
  for (let part = 0; part < file.parts; part += 1) await storage.named(file.storage).remove(partKey(file._id, part));
}

/** Removes the parts of files that are gone, then their rows. A failed one is tried again in a later run. */
export async function removeGoneFiles(deps: FileDeps & Pick<Deps, "logger">, turns: Turns): Promise<void> {
  const list = (skip: number, limit: number) => deps.identityFiles.listGone(deps.clock.now(), skip, limit);
  await turns.take(list, BATCH_SIZE, (gone) =>
    eachByItself(
      deps.logger,
      gone,
      ({ _id }) => `remove the identity file ${_id}`,
      async (file) => {
        await removeParts(deps, file);
        await deps.identityFiles.delete(file._id);
      },
    ),
  );
}

/** From when a file is gone that is sent, or decided about, now. */
export function endOfFiles({ clock, config }: Pick<Deps, "clock" | "config">): Date {
  return new Date(clock.now().getTime() + config.read("creator.kyc_document_days") * DAY);
}

/**
 * What a new status means for fields and files. They wait for the decision as long as it takes, and stay for a while after it. A check
 * that was abandoned leaves nothing behind.
 */
export async function settleIdentity(
  deps: Pick<Deps, "clock" | "config" | "identityFiles" | "identityForms">,
  tx: Tx,
  { _id: creatorId }: Pick<CreatorProfileDoc, "_id">,
  to: KycStatus,
): Promise<void> {
  if (to === "IN_PROGRESS" || to === "EXPIRED") return;
  const { clock, identityFiles, identityForms } = deps;
  const now = clock.now();
  const ids = (await identityFiles.listPresent(creatorId, now, tx)).map(({ _id }) => _id);
  await identityFiles.setEnd(tx, ids, to === "IN_REVIEW" ? null : to === "NOT_STARTED" ? now : endOfFiles(deps));
  if (to === "NOT_STARTED") await identityForms.deleteDraft(tx, creatorId);
  if (to === "APPROVED") await identityForms.noteApproval(tx, creatorId, now);
}
