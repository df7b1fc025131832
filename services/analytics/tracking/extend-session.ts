import type { Foundation } from "#libs/platform/service/foundation.ts";
import type { Stores } from "../data/stores.ts";
import { durationSoFar } from "../domain/page-duration.ts";
import { tolerateFailure } from "./tolerate-failure.ts";

/** Records that a session continues: its last activity, and the duration of its open page view. Never fails. */
export async function extendSession(
  { clock, logger, sessions, pageViews }: Pick<Foundation<never>, "clock" | "logger"> & Pick<Stores, "sessions" | "pageViews">,
  sessionId: string,
) {
  const now = clock.now();
  await tolerateFailure(logger, "extend a session", async () => {
    if (!(await sessions.recordActivity(sessionId, now))) return;
    const open = await pageViews.findLatest(sessionId);
    if (open) await pageViews.raiseDuration(open._id, durationSoFar(open.enteredAt, now));
  });
}
