import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { type AuditDeps, reportViolations } from "./report-violations.ts";

/** An audit of a small book is always worth its time. */
const CHEAP_MS = SECOND;
/** The part of the time that audits of a large book may take is one in this many. */
const REST_PER_RUN = 10;

/** Audits at every call, but rests in between as the book grows. */
export function pacedAudit(deps: AuditDeps): () => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const began = elapsedMs();
    if (began < nextAt) return;
    await reportViolations(deps);
    const took = elapsedMs() - began;
    if (took > CHEAP_MS) nextAt = began + took * REST_PER_RUN;
  };
}
