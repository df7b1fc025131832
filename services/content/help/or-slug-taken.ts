import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";

/** Awaits a write. Throws help.error.slug_taken when the unique index on slugs refuses it. */
export async function orSlugTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicateKey(error, "slug") ? new AppError("help.error.slug_taken") : error;
  }
}
