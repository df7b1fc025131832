import { userChanged } from "#libs/contracts/account/index.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { PictureDoc } from "../data/picture.store.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";
import { userChange } from "../views/user-view.ts";

export type PictureDeps = Pick<Deps, "clock" | "transaction" | "users" | "outbox" | "pictures" | "storage">;

/** The files of a picture, and the field of the upload that each is made of. */
export const AVATAR_FILES = { "512.webp": "large", "128.webp": "small" } as const;
const NAMES = Object.keys(AVATAR_FILES) as (keyof typeof AVATAR_FILES)[];

/** Pages and caches that show the former picture have a day to learn of the new one. */
const REPLACED_MS = DAY;
/** An upload that was not completed after this is removed. */
const UNFINISHED_MS = HOUR;

/** Where the storage holds a file of a picture. */
export function fileKey({ _id }: Pick<PictureDoc, "_id">, name: string): string {
  return `avatars/${_id}/${name}`;
}

/**
 * Stores a picture and makes it that of its user; null, and nothing stored, when there is no such user. The row comes before the files, so
 * that files of an upload that failed are found and removed.
 */
export async function storeAvatar(
  deps: PictureDeps,
  userId: string,
  picture: Readonly<Record<"large" | "small", string>>,
): Promise<User | null> {
  const { clock, transaction, users, outbox, pictures } = deps;
  const storage = deps.storage.use();
  const now = clock.now();
  const row: PictureDoc = {
    _id: uuid(),
    userId,
    hash: sha256Hex(`${userId}:${picture.large}`),
    storage: deps.storage.activeName() ?? "",
    createdAt: now,
    goneAt: new Date(now.getTime() + UNFINISHED_MS),
  };
  await pictures.insert(row);
  for (const name of NAMES) {
    await orProviderUnavailable(storage.put(fileKey(row, name), Buffer.from(picture[AVATAR_FILES[name]], "base64")));
  }
  const owner = await transaction(async (tx) => {
    const user = await users.setAvatar(tx, userId, `/api/v1/images/avatars/${row.hash}/512.webp`);
    if (!user) return null;
    await pictures.makePresent(tx, row, new Date(now.getTime() + REPLACED_MS));
    await outbox.add(tx, userChanged, userChange(user, clock.now()));
    return user;
  });
  // A purge in between has not seen these files.
  if (!owner) await removePicture(deps, row);
  return owner;
}

/** Takes the picture of a user away, and with it those that were replaced within the last day. Null when there is no such user. */
export async function retireAvatar(
  { clock, users, outbox, pictures }: Omit<PictureDeps, "storage" | "transaction">,
  tx: Tx,
  userId: string,
) {
  const now = clock.now();
  const user = await users.setAvatar(tx, userId, null);
  if (!user) return null;
  await pictures.retire(tx, userId, now);
  await outbox.add(tx, userChanged, userChange(user, now));
  return user;
}

/** Removes the files of a picture. May run several times. */
export async function removeFiles({ storage }: Pick<Deps, "storage">, picture: Pick<PictureDoc, "_id" | "storage">): Promise<void> {
  for (const name of NAMES) await storage.named(picture.storage).remove(fileKey(picture, name));
}

/** Removes a picture. The files go first: when one stays, the row does too, and the next attempt finds it. */
export async function removePicture(deps: Pick<Deps, "storage" | "pictures">, picture: Pick<PictureDoc, "_id" | "storage">): Promise<void> {
  await removeFiles(deps, picture);
  await deps.pictures.delete(picture._id);
}
