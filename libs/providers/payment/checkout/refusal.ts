import { ProviderFailure } from "../../provider-failure.ts";

/** What the package throws for an answer that is an error, as far as it is read. */
interface CallError {
  readonly statusCode?: unknown;
  readonly code?: unknown;
  readonly rawType?: unknown;
  readonly detail?: unknown;
  readonly headers?: unknown;
}

/** The provider has decided not to do it. */
export interface Refusal {
  readonly code: string;
  /** The provider repeats an earlier answer for the same key, and has done nothing now. */
  readonly isReplayed: boolean;
}

/** The vendor's name inside of a code, which no answer of this platform has. */
const VENDOR = /stripe/gi;
const MAX_CODE_LENGTH = 100;

/** The refusal of a request that was valid; null for every other error. */
export function refusalIn(error: unknown): Refusal | null {
  const { statusCode, code, rawType, headers } = fieldsOf(error);
  const isDecision = (statusCode === 400 && rawType === "invalid_request_error") || statusCode === 402;
  if (!isDecision) return null;
  const isReplayed = typeof headers === "object" && headers !== null && "idempotent-replayed" in headers;
  return { code: codeIn(code) ?? "refused", isReplayed };
}

/** A code of the provider for an answer of this platform; null when there is none. */
export function codeIn(code: unknown): string | null {
  if (typeof code !== "string") return null;
  const clean = code.replace(VENDOR, "provider").replace(/[^A-Za-z0-9_.:-]/g, "_");
  return clean === "" ? null : clean.slice(0, MAX_CODE_LENGTH);
}

/** Wraps what a call has thrown. It keeps the status only: texts of the provider quote the request, and name the vendor. */
export function failureOfCall(error: unknown): ProviderFailure {
  const { statusCode, code, detail } = fieldsOf(error);
  const failure = (reason: ConstructorParameters<typeof ProviderFailure>[1]) =>
    new ProviderFailure("payment", reason, `HTTP_${statusCode}`);
  if (error instanceof ProviderFailure) return error;
  if (detail instanceof ProviderFailure) return detail;
  if (typeof statusCode !== "number" || statusCode < 400) return new ProviderFailure("payment", "BAD_ANSWER");
  if (code === "resource_missing") return failure("UNKNOWN_REFERENCE");
  if (statusCode === 401 || statusCode === 403) return failure("NOT_CONFIGURED");
  if (statusCode === 409 || statusCode === 429) return failure("DEFERRED");
  return failure(statusCode >= 500 ? "UNREACHABLE" : "REFUSED");
}

/** Whether the provider knows the account no more: it was closed, or has left this platform. */
export function isAccountGone(error: unknown): boolean {
  return fieldsOf(error).code === "account_invalid";
}

function fieldsOf(error: unknown): CallError {
  return typeof error === "object" && error !== null ? error : {};
}
