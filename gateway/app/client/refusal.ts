import { ApiError } from "#libs/client/send.ts";

/** Whether the API has definitely refused. Then there was no effect, and the next attempt needs a new key. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.i18nKey !== "idempotency.error.in_progress";
}
