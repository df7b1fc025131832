import type { Deps } from "../deps.ts";
import { scrollPercent } from "../domain/back-fill.ts";
import { tolerate } from "../tolerate.ts";

export interface LeaveRequest {
  /** Any text; one that is no id of a page view changes nothing. */
  readonly pageViewId: string;
  readonly duration: number;
  readonly scrollDepth?: number | undefined;
}

/** Notes what a page said when it was left (spec 4.5). Never fails. */
export async function leavePage({ logger, faults, pageViews }: Pick<Deps, "logger" | "faults" | "pageViews">, request: LeaveRequest) {
  const { pageViewId, duration, scrollDepth } = request;
  await tolerate(logger, "note that a page was left", async () => {
    await faults.hit("analytics.leave.update");
    await pageViews.leave(pageViewId, duration, scrollDepth === undefined ? null : scrollPercent(scrollDepth));
  });
}
