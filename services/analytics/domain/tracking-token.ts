import { MINUTE } from "#libs/kernel/clock.ts";
import { constantTimeEqual, hmacHex } from "#libs/kernel/secrets.ts";

/** A token is made for a bucket of five minutes and accepted in that bucket and the next one. */
const BUCKET_MS = 5 * MINUTE;
const HEX_DIGITS = 32;

export interface TrackingToken {
  readonly token: string;
  /** The token is refused from this instant on. */
  readonly expiresAt: Date;
}

/** The token of a bio page for the bucket of an instant (spec 4.5). */
export function trackingToken(key: Buffer, bioPageId: string, at: Date): TrackingToken {
  const bucket = bucketOf(at);
  return { token: tokenOf(key, bioPageId, bucket), expiresAt: new Date((bucket + 2) * BUCKET_MS) };
}

/** True for the token of the page for the current or the previous bucket. */
export function isTrackingToken(key: Buffer, bioPageId: string, token: string, at: Date): boolean {
  const bucket = bucketOf(at);
  const [current, previous] = [bucket, bucket - 1].map((each) => constantTimeEqual(token, tokenOf(key, bioPageId, each)));
  return current === true || previous === true;
}

function bucketOf(at: Date): number {
  return Math.floor(at.getTime() / BUCKET_MS);
}

function tokenOf(key: Buffer, bioPageId: string, bucket: number): string {
  return hmacHex(key, `v1:${bioPageId.toLowerCase()}:${bucket}`).slice(0, HEX_DIGITS);
}
