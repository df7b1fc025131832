import { AppError, type ErrorVars } from "./app-error.ts";
import type { ErrorKey } from "./catalogue/index.ts";

/** A business rule: the error that it throws, the condition, and the values for the text of the error. */
export type Check<T> = readonly [
  error: ErrorKey,
  applies: (subject: T) => boolean | Promise<boolean>,
  vars?: (subject: T) => ErrorVars | Promise<ErrorVars>,
];

/** Throws the error of the first check that applies. */
export async function refuseIfAny<T>(checks: readonly Check<T>[], subject: T): Promise<void> {
  for (const [key, applies, vars] of checks) {
    if (await applies(subject)) throw new AppError(key, vars ? await vars(subject) : {});
  }
}
