import { eachByItself, type Turns } from "#libs/platform/jobs/turns.ts";
import type { Deps } from "../deps.ts";
import { removePicture } from "./avatar.ts";

const BATCH_SIZE = 100;

type RemoveDeps = Pick<Deps, "clock" | "logger" | "pictures" | "storage">;

/** Removes the files of pictures that were replaced, deleted or not completed, then their rows. A failed one is tried again in a later run. */
export async function removeGonePictures({ clock, logger, pictures, storage }: RemoveDeps, turns: Turns): Promise<void> {
  const list = (skip: number, limit: number) => pictures.listGone(clock.now(), skip, limit);
  await turns.take(list, BATCH_SIZE, (gone) =>
    eachByItself(
      logger,
      gone,
      ({ _id }) => `remove the picture ${_id}`,
      (picture) => removePicture({ storage, pictures }, picture),
    ),
  );
}
