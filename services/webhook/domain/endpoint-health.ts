import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, nullable, number } from "#libs/kernel/fields.ts";

export const endpointHealthFields = {
  /** Failed attempts since the last success. */
  failures: number,
  /** Time of the first of them; null when there is none. */
  failingSince: nullable(date),
  /** When its administrator was warned about them. */
  warnedAt: nullable(date),
  /** No attempts before this time; then a single attempt decides. Null: no pause. */
  pausedUntil: nullable(date),
};

/** The failures of an endpoint since its last success. */
export interface EndpointHealth extends DocumentOf<typeof endpointHealthFields> {}

export interface HealthRules {
  readonly circuitFailures: number;
  readonly circuitPauseSeconds: number;
  readonly disableAfterHours: number;
}

export const HEALTHY: EndpointHealth = { failures: 0, failingSince: null, warnedAt: null, pausedUntil: null };

/** The consequence of a failed attempt for its endpoint. */
type HealthVerdict = "none" | "warn" | "disable";

/** The health of an endpoint after one more failure. */
export function healthAfterFailure(
  health: EndpointHealth,
  rules: HealthRules,
  now: Date,
): { readonly health: EndpointHealth; readonly verdict: HealthVerdict } {
  const failures = health.failures + 1;
  const failingSince = health.failingSince ?? now;
  const pausedUntil = failures >= rules.circuitFailures ? new Date(now.getTime() + rules.circuitPauseSeconds * SECOND) : health.pausedUntil;
  const verdict = verdictOn(now.getTime() - failingSince.getTime(), health.warnedAt !== null, rules);
  const warnedAt = verdict === "warn" ? now : health.warnedAt;
  return { health: { failures, failingSince, warnedAt, pausedUntil }, verdict };
}

function verdictOn(failingMs: number, isWarned: boolean, { disableAfterHours }: HealthRules): HealthVerdict {
  const limit = disableAfterHours * HOUR;
  if (failingMs >= limit) return "disable";
  return failingMs >= limit / 2 && !isWarned ? "warn" : "none";
}

/** From this instant on, the next failure disables an endpoint. */
export function disabledFrom(failingSince: Date, { disableAfterHours }: Pick<HealthRules, "disableAfterHours">): Date {
  return new Date(failingSince.getTime() + disableAfterHours * HOUR);
}
