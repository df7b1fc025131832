import { AppError, type ErrorDetail, isErrorKey } from "#libs/errors/app-error.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { textKeyOf } from "#libs/errors/text-key.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { RequestContext } from "../request/request-context.ts";
import { API_PREFIX } from "../routing/routes.ts";
import { overloaded } from "./overloaded.ts";
import type { HttpResponse } from "./response.ts";

/** Errors of the broker and the router that may be sent to clients. Matched by name, because an error loses its class on the bus. */
const PUBLIC_ERRORS: Readonly<Record<string, ErrorKey>> = {
  ServiceNotFoundError: "error.service_unavailable",
  ServiceNotAvailableError: "error.service_unavailable",
  RequestRejectedError: "error.service_unavailable",
  BrokerDisconnectedError: "error.service_unavailable",
  GracefulStopTimeoutError: "error.service_unavailable",
  CountersUnavailable: "error.service_unavailable",
  RequestTimeoutError: "error.upstream_timeout",
  RequestSkippedError: "error.upstream_timeout",
};

/** The error envelope of spec 2.1. Errors that are not public are logged and sent as INTERNAL_ERROR. */
export function errorResponse(error: unknown, context: RequestContext, logger: Logger): HttpResponse {
  const publicError = toAppError(error);
  if (!publicError) logger.error({ err: error, correlationId: context.correlationId, route: context.route }, "a request failed");
  const { key, errorCode, code: status, vars, details } = publicError ?? new AppError("error.internal");
  const envelope = {
    success: false,
    error: {
      code: errorCode,
      message: translate(context.locale, textKeyOf(key, isForStaff(context)), vars),
      i18nKey: key,
      ...(Object.keys(vars).length > 0 ? { i18nVars: vars } : {}),
      ...(details.length > 0 ? { details: details.map(({ message }) => ({ message })) } : {}),
      correlationId: context.correlationId,
    },
  };
  return { status, code: errorCode, body: JSON.stringify(envelope), headers: headersOf(status, vars) };
}

const isForStaff = ({ route }: RequestContext): boolean => route?.startsWith(`${API_PREFIX}/admin/`) ?? false;

function headersOf(status: number, { retryAfter }: AppError["vars"]): Record<string, string> {
  if (status === 401) return { "WWW-Authenticate": "Bearer" };
  return (status === 429 || status === 503) && retryAfter !== undefined ? { "Retry-After": String(retryAfter) } : {};
}

/** The error for the client; null: internal errors are not revealed. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return null;
  if (error.name === "ValidationError" && "type" in error && error.type === "VALIDATION_ERROR") {
    return new AppError("error.validation_failed", {}, detailsOf(error));
  }
  if (error.name === "QueueIsFullError") return overloaded();
  const key = PUBLIC_ERRORS[error.name];
  return isErrorKey(key) ? new AppError(key) : null;
}

function detailsOf(error: Error): ErrorDetail[] {
  const data: unknown = "data" in error ? error.data : [];
  if (!Array.isArray(data)) return [];
  return data.flatMap((detail: { message?: unknown }) => (typeof detail?.message === "string" ? [{ message: detail.message }] : []));
}
