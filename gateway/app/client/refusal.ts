import { ApiError } from "#libs/client/send.ts";

/** Whether the interface has refused something for certain: nothing has happened, and the next attempt is another one. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.i18nKey !== "idempotency.error.in_progress";
}
