import { HOUR, SECOND } from "#libs/kernel/clock.ts";

/** How an endpoint has done lately. */
export interface Health {
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the first of them was; null while all is well. */
  readonly failingSince: Date | null;
  /** When its administrator was warned about them. */
  readonly warnedAt: Date | null;
  /** Nothing is sent before; null: no pause. One attempt then decides. */
  readonly pausedUntil: Date | null;
}

export interface HealthRules {
  readonly circuitFailures: number;
  readonly circuitPauseSeconds: number;
  readonly disableAfterHours: number;
}

export const HEALTHY: Health = { failures: 0, failingSince: null, warnedAt: null, pausedUntil: null };

/** What follows from a failed attempt. */
export type Verdict = "nothing" | "warn" | "disable";

/** The health of an endpoint after one more failure. */
export function afterFailure(health: Health, rules: HealthRules, now: Date): { readonly health: Health; readonly verdict: Verdict } {
  const failures = health.failures + 1;
  const failingSince = health.failingSince ?? now;
  const pausedUntil = failures >= rules.circuitFailures ? new Date(now.getTime() + rules.circuitPauseSeconds * SECOND) : health.pausedUntil;
  const verdict = verdictOn(now.getTime() - failingSince.getTime(), health.warnedAt !== null, rules);
  const warnedAt = verdict === "warn" ? now : health.warnedAt;
  return { health: { failures, failingSince, warnedAt, pausedUntil }, verdict };
}

function verdictOn(failingMs: number, warned: boolean, { disableAfterHours }: HealthRules): Verdict {
  const limit = disableAfterHours * HOUR;
  if (failingMs >= limit) return "disable";
  return failingMs >= limit / 2 && !warned ? "warn" : "nothing";
}

/** The instant from which a failing endpoint is switched off. */
export function disabledFrom(failingSince: Date, { disableAfterHours }: Pick<HealthRules, "disableAfterHours">): Date {
  return new Date(failingSince.getTime() + disableAfterHours * HOUR);
}
