/** The reply windows that a creator offers, in hours. */
export interface OfferedWindow {
  readonly minimum: number;
  readonly maximum: number;
}

/** The bounds of a creator who has set none (spec 4.10). */
const MIN_HOURS = 1;
const MAX_HOURS = 720;

export function offeredWindow(minTimeoutHours: number | null, maxTimeoutHours: number | null): OfferedWindow {
  return { minimum: minTimeoutHours ?? MIN_HOURS, maximum: maxTimeoutHours ?? MAX_HOURS };
}

/** Whether a creator offers a reply window; undefined stands for the default, which {@link clampHours} brings into it. */
export function isOffered(hours: number | undefined, { minimum, maximum }: OfferedWindow): boolean {
  return hours === undefined || (hours >= minimum && hours <= maximum);
}

export function clampHours(hours: number, { minimum, maximum }: OfferedWindow): number {
  return Math.min(Math.max(hours, minimum), maximum);
}
