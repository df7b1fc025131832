import { AppError, type ErrorVars } from "./app-error.ts";
import type { ErrorKey } from "./catalogue/index.ts";

/** A rule that refuses: the error it raises, when, and the values its text names. */
export type Check<T> = readonly [
  refuse: ErrorKey,
  when: (subject: T) => boolean | Promise<boolean>,
  vars?: (subject: T) => ErrorVars | Promise<ErrorVars>,
];

/** Runs the checks in order; the first that applies decides. Throws its AppError. */
export async function refuseIfAny<T>(checks: readonly Check<T>[], subject: T): Promise<void> {
  for (const [key, applies, vars] of checks) {
    if (await applies(subject)) throw new AppError(key, vars ? await vars(subject) : {});
  }
}
