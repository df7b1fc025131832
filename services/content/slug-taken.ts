import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";

/** Does a write that a unique slug may refuse. Throws help.error.slug_taken then. */
export async function orSlugTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicateKey(error, "slug") ? new AppError("help.error.slug_taken") : error;
  }
}
