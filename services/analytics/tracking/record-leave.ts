import type { Foundation } from "#libs/platform/service/foundation.ts";
import type { Stores } from "../data/stores.ts";
import { clampScrollDepth } from "../domain/page-duration.ts";
import { tolerateFailure } from "./tolerate-failure.ts";

export interface LeaveRequest {
  /** Any text; one that is not the id of a page view changes nothing. */
  readonly pageViewId: string;
  /** Seconds. */
  readonly duration: number;
  /** Percent. */
  readonly scrollDepth?: number | undefined;
}

/** Records the duration and scroll depth that a page reports when it is left (spec 4.5). Never fails. */
export async function recordLeave(
  { logger, faults, pageViews }: Pick<Foundation<never>, "logger" | "faults"> & Pick<Stores, "pageViews">,
  request: LeaveRequest,
) {
  const { pageViewId, duration, scrollDepth } = request;
  await tolerateFailure(logger, "record that a page was left", async () => {
    await faults.hit("analytics.leave.update");
    await pageViews.applyLeave(pageViewId, duration, scrollDepth === undefined ? null : clampScrollDepth(scrollDepth));
  });
}
