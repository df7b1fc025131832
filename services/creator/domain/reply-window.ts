interface ReplyWindow {
  readonly minTimeoutHours: number | null;
  readonly maxTimeoutHours: number | null;
}

/** Whether the shortest reply window would be longer than the longest one. */
export function hasInvalidTimeoutRange({ minTimeoutHours, maxTimeoutHours }: ReplyWindow): boolean {
  return minTimeoutHours !== null && maxTimeoutHours !== null && minTimeoutHours > maxTimeoutHours;
}
