import type { ProviderSlot } from "./catalogue.ts";

/**
 * TIMEOUT, UNREACHABLE and BAD_ANSWER are the provider's trouble and may pass; OPEN: it failed so often that it is not asked
 * for a while; DEFERRED: it works, but takes this request later; REFUSED is its last word on this request; NOT_CONFIGURED: a
 * setting is missing or does not fit.
 */
export type FailureReason = "TIMEOUT" | "UNREACHABLE" | "BAD_ANSWER" | "OPEN" | "DEFERRED" | "REFUSED" | "NOT_CONFIGURED";

const OUTAGES: readonly FailureReason[] = ["TIMEOUT", "UNREACHABLE", "BAD_ANSWER"];

/** A provider did not do what it was asked. Holds nothing that came from the provider or went to it: it may be logged. */
export class ProviderFailure extends Error {
  readonly slot: ProviderSlot;
  readonly reason: FailureReason;

  /** @param detail a word of ours or of the operating system, for example ECONNREFUSED */
  constructor(slot: ProviderSlot, reason: FailureReason, detail?: string) {
    super(`provider ${slot}: ${reason}${detail === undefined ? "" : ` (${detail})`}`);
    this.name = "ProviderFailure";
    this.slot = slot;
    this.reason = reason;
  }

  /** Whether the provider is in trouble, whatever it was asked. */
  get isOutage(): boolean {
    return OUTAGES.includes(this.reason);
  }

  /** Whether the same request may succeed later. */
  get mayPass(): boolean {
    return this.reason !== "REFUSED" && this.reason !== "NOT_CONFIGURED";
  }
}

const CODE = /^[A-Z][A-Z0-9_]{1,39}$/;

/** What an implementation threw, as a failure that holds nothing secret. */
export function failureOf(slot: ProviderSlot, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const code = codeOf(error);
  return new ProviderFailure(slot, "UNREACHABLE", code !== undefined && CODE.test(code) ? code : undefined);
}

/** The code of an error of the operating system or of a library, for example ENOENT. */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
