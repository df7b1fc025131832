import { SECOND } from "#libs/kernel/clock.ts";
import { date, list, number, of, optional } from "#libs/kernel/fields.ts";

/** How a person proved who they are (RFC 8176): by password, or by a sign-in elsewhere. */
export type ProofMethod = "pwd" | "fed" | "email" | "otp" | "hwk" | "rc" | "mfa";

/** Wrong second factors and passwords after which a session ends. */
export const MAX_STEP_UP_FAILURES = 10;

/** The fields of a session about its last proof; sessions of earlier releases lack them. */
export const proofFields = {
  provenAt: optional(date),
  amr: optional(list(of<ProofMethod>())),
  /** Wrong second factors. */
  stepUpFailures: optional(number),
  /** Wrong passwords, at step-ups and elsewhere. No second factor clears them: a thief could add one to go on guessing. */
  passwordFailures: optional(number),
};

/** What is counted of a session; together they end it. */
export type FailureCount = "stepUpFailures" | "passwordFailures";

export type Failures = { readonly [count in FailureCount]?: number | undefined };

export const failuresOf = ({ stepUpFailures = 0, passwordFailures = 0 }: Failures): number => stepUpFailures + passwordFailures;

interface Proven {
  readonly createdAt: Date;
  readonly provenAt?: Date | undefined;
  readonly amr?: readonly ProofMethod[] | undefined;
}

/** The last proof of a session. One of an earlier release was opened by a password. */
export function proofOf({ createdAt, provenAt = createdAt, amr = ["pwd"] }: Proven) {
  return { provenAt: Math.floor(provenAt.getTime() / SECOND), amr };
}
