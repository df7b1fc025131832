interface ReplyWindows {
  readonly minTimeoutHours: number | null;
  readonly maxTimeoutHours: number | null;
}

/** Whether the shortest window is longer than the longest one. */
export function windowsCross({ minTimeoutHours, maxTimeoutHours }: ReplyWindows): boolean {
  return minTimeoutHours !== null && maxTimeoutHours !== null && minTimeoutHours > maxTimeoutHours;
}
