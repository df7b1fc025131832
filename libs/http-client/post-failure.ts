/** Why a request got no status, in one word: nothing that the other side wrote is part of it. */
export type PostFailure = "TIMEOUT" | "ABORTED" | "REFUSED" | "RESET" | "UNREACHABLE" | "TLS" | "MALFORMED_ANSWER" | "FAILED";

const BY_CODE: Readonly<Record<string, PostFailure>> = {
  ECONNREFUSED: "REFUSED",
  ECONNRESET: "RESET",
  EPIPE: "RESET",
  ETIMEDOUT: "TIMEOUT",
  EHOSTUNREACH: "UNREACHABLE",
  ENETUNREACH: "UNREACHABLE",
  EADDRNOTAVAIL: "UNREACHABLE",
};

const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$)/;

export function failureOf({ code = "" }: NodeJS.ErrnoException, signal: AbortSignal): PostFailure {
  if (signal.aborted) return (signal.reason as { readonly name?: unknown }).name === "TimeoutError" ? "TIMEOUT" : "ABORTED";
  if (TLS.test(code)) return "TLS";
  return BY_CODE[code] ?? (code.startsWith("HPE_") ? "MALFORMED_ANSWER" : "FAILED");
}
