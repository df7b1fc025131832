import { DirectoryInUse } from "../store/data-directory.ts";
import { checkDirectory } from "./check-directory.ts";

/** Checks a data directory, prints every damage and returns the exit code: 0 if there is none, 1 if there is, 2 if a server uses it. */
export function runCheck(directory: string): number {
  try {
    const damages = checkDirectory(directory);
    for (const damage of damages) console.log(damage);
    console.log(damages.length ? `${directory}: ${damages.length} damages` : `${directory}: no damage, everything was read`);
    return damages.length ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return error instanceof DirectoryInUse ? 2 : 1;
  }
}
