import { describe, expect, it } from "@jest/globals";
import { Errors } from "moleculer";
import { pino } from "pino";
import type { RequestContext } from "#gateway/request/request-context.ts";
import { errorResponse } from "#gateway/response/error-envelope.ts";
import { CountersUnavailable } from "#libs/platform/counters/counter-store.ts";

const context = { locale: "en", correlationId: "request-1", route: null } as RequestContext;
const logger = pino({ level: "silent" });
const call = { action: "secret.action", nodeID: "host-7", service: "secret", version: 1 };

describe("the response to an error of the broker", () => {
  const unavailable = "503 SERVICE_UNAVAILABLE";
  const timedOut = "504 UPSTREAM_TIMEOUT";
  it.each<[string, Error]>([
    [unavailable, new Errors.ServiceNotFoundError(call)],
    [unavailable, new Errors.ServiceNotAvailableError(call)],
    [unavailable, new Errors.RequestRejectedError(call)],
    [unavailable, new Errors.QueueIsFullError({ ...call, size: 1, limit: 1 })],
    [unavailable, new Errors.BrokerDisconnectedError("gone")],
    [unavailable, new Errors.GracefulStopTimeoutError({ service: { name: "secret" } })],
    [unavailable, new CountersUnavailable()],
    [timedOut, new Errors.RequestTimeoutError(call)],
    [timedOut, new Errors.RequestSkippedError(call)],
  ])("ENV-18 ENV-16 is %s for %p, and names no service, action or node", (expected, error) => {
    const { status, code, body } = errorResponse(error, context, logger);
    expect(`${status} ${code}`).toBe(expected);
    expect(body).not.toMatch(/secret|host-7/);
  });

  it("LOD-05 the response is an overload with Retry-After where the calls of an action are queued up", () => {
    const { headers, body } = errorResponse(new Errors.QueueIsFullError({ ...call, size: 1, limit: 1 }), context, logger);
    expect(headers?.["Retry-After"]).toMatch(/^[1-5]$/);
    expect(body).toContain('"i18nKey":"error.overloaded"');
  });

  it("ENV-07 the response is 400 for parameters that the broker refuses, with the violated rules and nothing else", () => {
    const data = [{ type: "required", message: "text is required", nodeID: "host-7", action: "secret.action" }];
    const { status, code, body } = errorResponse(
      new Errors.ValidationError("Parameters validation error!", "VALIDATION_ERROR", data),
      context,
      logger,
    );
    expect(`${status} ${code}`).toBe("400 VALIDATION_FAILED");
    expect((JSON.parse(body.toString()) as { error: object }).error).toMatchObject({ details: [{ message: "text is required" }] });
    expect(body).not.toMatch(/secret|host-7/);
  });

  it("ENV-16 the response is 500 for any other error", () => {
    for (const error of [new Errors.MaxCallLevelError({ nodeID: "host-7", level: 9 }), "host-7", null, { code: 404, message: "host-7" }]) {
      const { status, code, body } = errorResponse(error, context, logger);
      expect([status, code, body.includes("host-7")]).toEqual([500, "INTERNAL_ERROR", false]);
    }
  });
});
