import { implement } from "#libs/contract-kit/implement.ts";
import { getAvatar } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";
import { AVATAR_FILES, fileKey } from "../pictures/avatar.ts";

/** GET /images/avatars/{hash}/{file} */
export const getAvatarAction = ({ clock, pictures, storage }: Pick<Deps, "clock" | "pictures" | "storage">) =>
  implement(getAvatar, async ({ params: { hash, file } }) => {
    const picture = Object.hasOwn(AVATAR_FILES, file) ? await pictures.findByHash(hash, clock.now()) : null;
    const bytes = picture && (await orProviderUnavailable(storage.named(picture.storage).get(fileKey(picture, file))));
    if (!bytes) throw new AppError("error.not_found");
    return { contentType: "image/webp", base64: Buffer.from(bytes).toString("base64") };
  });
