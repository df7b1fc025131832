/** The reason why a request got no answer. It is one of our codes and contains no text of the receiver. */
export type PostFailure = "TIMEOUT" | "ABORTED" | "REFUSED" | "RESET" | "UNREACHABLE" | "TLS" | "MALFORMED_ANSWER" | "FAILED";

const FAILURES_BY_CODE: Readonly<Record<string, PostFailure>> = {
  ECONNREFUSED: "REFUSED",
  ECONNRESET: "RESET",
  EPIPE: "RESET",
  ETIMEDOUT: "TIMEOUT",
  EHOSTUNREACH: "UNREACHABLE",
  ENETUNREACH: "UNREACHABLE",
  EADDRNOTAVAIL: "UNREACHABLE",
};

const TLS_CODE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$)/;

/** The failure of a request that ended with an error. @param signal its timeout, or the abort of the caller */
export function failureOf({ code = "" }: NodeJS.ErrnoException, signal: AbortSignal): PostFailure {
  if (signal.aborted) return (signal.reason as { readonly name?: unknown }).name === "TimeoutError" ? "TIMEOUT" : "ABORTED";
  if (TLS_CODE.test(code)) return "TLS";
  return FAILURES_BY_CODE[code] ?? (code.startsWith("HPE_") ? "MALFORMED_ANSWER" : "FAILED");
}
