import { AppError, type ErrorVars } from "./app-error.ts";
import type { ErrorKey } from "./catalogue/index.ts";

/** A business rule: the error that it throws, the condition, and the values for the text of the error. */
export type Check<T> = readonly [
  error: ErrorKey,
  applies: (subject: T) => boolean | Promise<boolean>,
  vars?: (subject: T) => ErrorVars | Promise<ErrorVars>,
];

/** A business rule that needs nothing from elsewhere. */
export type SyncCheck<T> = readonly [error: ErrorKey, applies: (subject: T) => boolean, vars?: (subject: T) => ErrorVars];

/** As {@link refuseIfAny}, at once. */
export function refuse<T>(checks: readonly SyncCheck<T>[], subject: T): void {
  for (const [key, applies, vars] of checks) {
    if (applies(subject)) throw new AppError(key, vars ? vars(subject) : {});
  }
}

/** Throws the error of the first check that applies. */
export async function refuseIfAny<T>(checks: readonly Check<T>[], subject: T): Promise<void> {
  for (const [key, applies, vars] of checks) {
    if (await applies(subject)) throw new AppError(key, vars ? await vars(subject) : {});
  }
}
