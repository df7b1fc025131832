/** Every value of `error.code` with its HTTP status (spec 7). */
export const ERROR_CODES = {
  VALIDATION_FAILED: 400,
  BUSINESS_RULE_VIOLATION: 400,
  AUTH_UNAUTHORIZED: 401,
  AUTH_FORBIDDEN: 403,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_VALUE: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  THROTTLE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  FEATURE_DISABLED: 503,
  UPSTREAM_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** An entry of the error catalogue; its key is the `i18nKey`. */
interface ErrorEntry {
  readonly code: ErrorCode;
  /** English text; `{name}` stands for a value of `i18nVars`. */
  readonly message: string;
  /** English text for staff, when the error is about the object of another person; absent: the same text. */
  readonly forStaff?: string;
}

export type Catalogue = Readonly<Record<string, ErrorEntry>>;
