/** A smaller difference is the way of an answer, not a wrong clock: a `Date` names whole seconds. */
const MIN_DIFFERENCE_MS = 5_000;
/** An answer that took longer says too little about the time at its end, for example when the device slept meanwhile. */
const MAX_WAY_MS = 10_000;
const HALF_SECOND_MS = 500;

/** What the clock of the server shows beyond that of the device. */
let aheadMs = 0;

/** The time by the clock of the server, in epoch milliseconds; by that of the device until the server has answered. */
export const serverNow = (): number => Date.now() + aheadMs;

/**
 * Reads the time of the server from an answer of the interface. Deadlines are times of the server, and the clock of a device may be wrong.
 * @param sentAt when the request was sent, in epoch milliseconds of the device
 */
export function followServerClock({ headers }: Pick<Response, "headers">, sentAt: number): void {
  const way = Date.now() - sentAt;
  const toldAt = Date.parse(headers.get("Date") ?? "");
  // An answer from a cache has the time at which it was made.
  if (Number.isNaN(toldAt) || way < 0 || way > MAX_WAY_MS || headers.get("Cache-Control") !== "no-store") return;
  const difference = toldAt + HALF_SECOND_MS - (sentAt + way / 2);
  aheadMs = Math.abs(difference) < MIN_DIFFERENCE_MS ? 0 : difference;
}
