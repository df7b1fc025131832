import { AppError } from "#libs/errors/app-error.ts";
import { EgressRefused } from "#libs/http-client/egress-guard.ts";
import type { Deps } from "./deps.ts";

/**
 * Throws url_refused for a URL that nothing may be sent to. A name that has no address now is taken: it is asked again before
 * every attempt, and until then nothing can be reached by it.
 */
export async function refuseBadUrl({ guard }: Pick<Deps, "guard">, url: string): Promise<void> {
  try {
    await guard.check(url);
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error;
    if (error.reason !== "UNRESOLVED") throw new AppError("webhook.url_refused", { reason: error.reason });
  }
}

/** The kinds without repetition. Throws validation_failed when there is none. */
export function distinctKinds(kinds: readonly string[]): string[] {
  if (kinds.length === 0) throw new AppError("error.validation_failed", {}, [{ message: "kinds must have at least 1 entry" }]);
  return [...new Set(kinds)];
}

/** What of a URL may be written to the audit: its path and query may hold a key of the receiver. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}
