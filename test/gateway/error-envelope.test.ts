import { describe, expect, it } from "@jest/globals";
import { Errors } from "moleculer";
import { pino } from "pino";
import { errorAnswer } from "#gateway/error-envelope.ts";
import type { Exchange } from "#gateway/exchange.ts";
import { CountersUnavailable } from "#libs/counters/counter-store.ts";

const exchange = { locale: "en", correlationId: "request-1", route: null } as Exchange;
const logger = pino({ level: "silent" });
const call = { action: "secret.action", nodeID: "host-7", service: "secret", version: 1 };

describe("what the broker says of a call", () => {
  const away = "503 SERVICE_UNAVAILABLE";
  const late = "504 UPSTREAM_TIMEOUT";
  it.each<[string, Error]>([
    [away, new Errors.ServiceNotFoundError(call)],
    [away, new Errors.ServiceNotAvailableError(call)],
    [away, new Errors.RequestRejectedError(call)],
    [away, new Errors.QueueIsFullError({ ...call, size: 1, limit: 1 })],
    [away, new Errors.BrokerDisconnectedError("gone")],
    [away, new Errors.GracefulStopTimeoutError({ service: { name: "secret" } })],
    [away, new CountersUnavailable()],
    [late, new Errors.RequestTimeoutError(call)],
    [late, new Errors.RequestSkippedError(call)],
  ])("ENV-18 ENV-16 is %s for %p, and names nothing of the inside", (expected, error) => {
    const { status, code, body } = errorAnswer(error, exchange, logger);
    expect(`${status} ${code}`).toBe(expected);
    expect(body).not.toMatch(/secret|host-7/);
  });

  it("ENV-07 is 400 where it refuses parameters itself, each rule named and nothing besides", () => {
    const data = [{ type: "required", message: "text is required", nodeID: "host-7", action: "secret.action" }];
    const { status, code, body } = errorAnswer(
      new Errors.ValidationError("Parameters validation error!", "VALIDATION_ERROR", data),
      exchange,
      logger,
    );
    expect(`${status} ${code}`).toBe("400 VALIDATION_FAILED");
    expect((JSON.parse(body) as { error: object }).error).toMatchObject({ details: [{ message: "text is required" }] });
    expect(body).not.toMatch(/secret|host-7/);
  });

  it("ENV-16 is 500 for everything else", () => {
    for (const odd of [new Errors.MaxCallLevelError({ nodeID: "host-7", level: 9 }), "host-7", null, { code: 404, message: "host-7" }]) {
      const { status, code, body } = errorAnswer(odd, exchange, logger);
      expect([status, code, body.includes("host-7")]).toEqual([500, "INTERNAL_ERROR", false]);
    }
  });
});
