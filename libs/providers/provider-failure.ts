import type { ProviderSlot } from "#libs/policies/provider-slots.ts";

/**
 * - TIMEOUT, UNREACHABLE, BAD_ANSWER: an outage of the provider; a retry may succeed.
 * - OPEN: the circuit breaker refuses calls after several outages in a row.
 * - DEFERRED: the provider works, and takes this request later.
 * - REFUSED: the provider will never take this request.
 * - NOT_CONFIGURED: a setting is missing or wrong.
 * - UNKNOWN_REFERENCE: the provider does not know what the request names. It may know it later, or has lost it.
 */
export type FailureReason =
  | "TIMEOUT"
  | "UNREACHABLE"
  | "BAD_ANSWER"
  | "OPEN"
  | "DEFERRED"
  | "REFUSED"
  | "NOT_CONFIGURED"
  | "UNKNOWN_REFERENCE";

const OUTAGES: readonly FailureReason[] = ["TIMEOUT", "UNREACHABLE", "BAD_ANSWER"];

/** A call of a provider has failed. Holds no data of the request or the answer, so it may be logged. */
export class ProviderFailure extends Error {
  readonly slot: ProviderSlot;
  readonly reason: FailureReason;

  /** @param detail a code of this code base or of the operating system, such as ECONNREFUSED */
  constructor(slot: ProviderSlot, reason: FailureReason, detail?: string) {
    super(`provider ${slot}: ${reason}${detail === undefined ? "" : ` (${detail})`}`);
    this.name = "ProviderFailure";
    this.slot = slot;
    this.reason = reason;
  }

  /** Whether the provider itself fails, independent of the request. */
  get isOutage(): boolean {
    return OUTAGES.includes(this.reason);
  }

  /** Whether a retry of the same request may succeed. */
  get isRetryable(): boolean {
    return this.reason !== "REFUSED" && this.reason !== "NOT_CONFIGURED";
  }
}

const CODE = /^[A-Z][A-Z0-9_]{1,39}$/;

/** Wraps an error of an implementation. Retains only its code. */
export function failureOf(slot: ProviderSlot, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const code = codeOf(error);
  return new ProviderFailure(slot, "UNREACHABLE", code !== undefined && CODE.test(code) ? code : undefined);
}

/** The code of an error of the operating system or of a library, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
