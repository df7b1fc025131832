import type { Deps } from "../deps.ts";
import { removeFiles } from "./avatar.ts";

const BATCH_SIZE = 100;

/** Removes the files of pictures that were replaced, deleted or not completed, then their rows. A failed one is tried again in the next run. */
export async function removeGonePictures(deps: Pick<Deps, "clock" | "pictures" | "storage">): Promise<void> {
  for (const picture of await deps.pictures.listGone(deps.clock.now(), BATCH_SIZE)) {
    await removeFiles(deps, picture);
    await deps.pictures.delete(picture._id);
  }
}
