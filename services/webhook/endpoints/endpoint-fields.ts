import { AppError } from "#libs/errors/app-error.ts";
import { type EgressGuard, EgressRefused } from "#libs/platform/http-client/egress-guard.ts";

/**
 * Throws url_refused for a URL that must not receive webhooks. A host without an address is accepted: every attempt resolves it again and
 * fails until it has one.
 */
export async function checkUrl({ guard }: { readonly guard: EgressGuard }, url: string): Promise<void> {
  try {
    await guard.check(url);
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error;
    if (error.reason !== "UNRESOLVED") throw new AppError("webhook.url_refused", { reason: error.reason });
  }
}

/** The kinds without duplicates. Throws validation_failed when there is none. */
export function distinctKinds(kinds: readonly string[]): string[] {
  if (kinds.length === 0) throw new AppError("error.validation_failed", {}, [{ message: "kinds must have at least 1 entry" }]);
  return [...new Set(kinds)];
}

/** The part of a URL that the audit may hold: path and query can contain a key of the receiver. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}
