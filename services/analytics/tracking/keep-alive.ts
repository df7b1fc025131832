import type { Deps } from "../deps.ts";
import { openFor } from "../domain/back-fill.ts";
import { tolerate } from "../tolerate.ts";

/** Notes that a session goes on: its activity, and how long its open page view has been looked at. Never fails. */
export async function keepAlive(
  { clock, logger, sessions, pageViews }: Pick<Deps, "clock" | "logger" | "sessions" | "pageViews">,
  id: string,
) {
  const now = clock.now();
  await tolerate(logger, "note that a session goes on", async () => {
    if (!(await sessions.touch(id, now))) return;
    const open = await pageViews.latestOf(id);
    if (open) await pageViews.raiseDuration(open._id, openFor(open.enteredAt, now));
  });
}
