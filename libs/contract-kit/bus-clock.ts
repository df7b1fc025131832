/** By how much the clock of the config service lies ahead of this machine's, in milliseconds. */
let aheadMs = 0;

/** Called whenever the two clocks were compared. */
export function setBusClock(ahead: number): void {
  aheadMs = ahead;
}

/**
 * Epoch milliseconds by the clock of the config service, as nearly as it is known. Instants that two processes compare are given in it, since
 * the clock of one machine may be wrong by many seconds.
 */
export function busNow(): number {
  return Date.now() + aheadMs;
}
