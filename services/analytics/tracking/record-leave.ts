import type { Foundation } from "#libs/platform/service/foundation.ts";
import { clampScrollDepth } from "../domain/page-duration.ts";
import { tolerateFailure } from "./tolerate-failure.ts";
import type { TrackingWriter } from "./tracking-writer.ts";

export interface LeaveRequest {
  /** Any text; an unknown id changes nothing. */
  readonly pageViewId: string;
  /** Seconds. */
  readonly duration: number;
  /** Percent. */
  readonly scrollDepth?: number | undefined;
}

/** Records the duration and scroll depth that a page reports when it is left (spec 4.5). Never fails. */
export async function recordLeave(
  { logger, writer }: Pick<Foundation<never>, "logger"> & { readonly writer: TrackingWriter },
  request: LeaveRequest,
) {
  const { pageViewId: viewId, duration: seconds, scrollDepth: percent } = request;
  const scrollDepth = percent === undefined ? null : clampScrollDepth(percent);
  await tolerateFailure(logger, "record that a page was left", () => writer.applyLeave({ viewId, seconds, scrollDepth }));
}
