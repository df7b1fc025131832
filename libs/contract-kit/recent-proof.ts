import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Caller } from "./caller.ts";
import type { HttpBinding } from "./contract.ts";

/** How old the proof of a caller may be. */
export interface ProofRule {
  now(): Date;
  /** In seconds; the setting `auth.step_up_minutes`. */
  maxAgeSeconds(): number;
}

/** Throws 403 auth.step_up.required when a route wants a step-up and the last proof of its caller is too old. */
export function requireRecentProof({ stepUp }: Pick<HttpBinding, "stepUp">, caller: Caller | null, rule: ProofRule): void {
  if (!stepUp || !caller) return;
  const maxAgeSeconds = rule.maxAgeSeconds();
  const age = rule.now().getTime() / SECOND - caller.provenAt;
  if (!(age <= maxAgeSeconds)) throw new AppError("auth.step_up.required", { maxAgeSeconds });
}
