import { Errors } from "moleculer";
import { catalogue, type ErrorKey } from "./catalogue/index.ts";
import { ERROR_CODES, type ErrorCode } from "./codes.ts";

/** Values for the placeholders in the localized text of an error. */
export type ErrorVars = Readonly<Record<string, string | number>>;

/** One violated rule of a request (spec 2.1). */
export interface ErrorDetail {
  readonly message: string;
}

interface AppErrorData {
  readonly vars: ErrorVars;
  readonly details: readonly ErrorDetail[];
}

/** An error that a client may see: everything that the interface sends besides success. The key is the `i18nKey`. */
export class AppError extends Errors.MoleculerClientError {
  readonly key: ErrorKey;
  readonly errorCode: ErrorCode;
  readonly vars: ErrorVars;
  readonly details: readonly ErrorDetail[];

  constructor(key: ErrorKey, vars: ErrorVars = {}, details: readonly ErrorDetail[] = []) {
    const { code, message } = catalogue[key];
    super(fill(message, vars), ERROR_CODES[code], key, { vars, details });
    this.name = "AppError";
    this.key = key;
    this.errorCode = code;
    this.vars = vars;
    this.details = details;
  }
}

export function isErrorKey(text: unknown): text is ErrorKey {
  return typeof text === "string" && Object.hasOwn(catalogue, text);
}

/** Replaces `{name}` by the value of that name. */
export function fill(text: string, vars: ErrorVars): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (Object.hasOwn(vars, name) ? String(vars[name]) : placeholder));
}

/** Restores the class of an AppError that comes from another process. One instance per broker. */
export class AppErrorRegenerator extends Errors.Regenerator {
  override restore(plain: Errors.PlainMoleculerError, payload: Record<string, unknown>): Error {
    if (plain.name !== "AppError" || !isErrorKey(plain.type)) return super.restore(plain, payload);
    const { vars = {}, details = [] } = (plain.data ?? {}) as Partial<AppErrorData>;
    return new AppError(plain.type, vars, details);
  }
}
