import { Writable } from "node:stream";
import { expect, it } from "@jest/globals";
import { Errors } from "moleculer";
import { pino } from "pino";
import { brokerLog } from "#libs/platform/broker/broker-log.ts";

/** A logger that collects its lines. */
function collectingLog(level: string) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { lines, log: pino({ level, base: null, timestamp: false, formatters: { level: (label) => ({ level: label }) } }, stream) };
}

it("OPS-12 messages and errors of the broker are lines of the log of the process, without the parameters of a call", () => {
  const { lines, log } = collectingLog("info");
  const broker = brokerLog(log, "transit");
  broker.info("not told");
  broker.warn("Service is away.", { params: { content: "a secret" } });
  broker.error("Connection lost.", new TypeError("refused"));
  expect(lines).toEqual([
    { level: "warn", mod: "transit", msg: "Service is away." },
    { level: "error", mod: "transit", err: expect.objectContaining({ type: "TypeError", message: "refused" }), msg: "Connection lost." },
  ]);
});

it("OPS-12 a log with level error gets no warnings of the broker", () => {
  const { lines, log } = collectingLog("error");
  const broker = brokerLog(log, "broker");
  broker.warn("not told");
  broker.fatal("told");
  expect(lines).toEqual([{ level: "fatal", mod: "broker", msg: "told" }]);
});

it("LOD-08 calls that did not end before a stop are a line without a stack trace", () => {
  const { lines, log } = collectingLog("error");
  brokerLog(log, "broker").error(new Errors.GracefulStopTimeoutError({}));
  expect(lines).toEqual([{ level: "error", mod: "broker", msg: "Unable to stop ServiceBroker gracefully." }]);
});

it("OPS-12 packets that cannot be processed are one line for each kind and error in ten seconds, without a stack", () => {
  const { lines, log } = collectingLog("error");
  const broker = brokerLog(log, "transit");
  for (let sent = 0; sent < 50; sent += 1) {
    broker.error(new TypeError("services is not iterable"), "INFO", { payload: { sender: "a secret" } });
    broker.error(new Errors.ProtocolVersionMismatchError({ nodeID: "n", actual: "5", received: "4" }), "INFO", {});
  }
  expect(lines).toEqual(
    ["TypeError", "ProtocolVersionMismatchError"].map((error) => ({
      level: "error",
      mod: "transit",
      packet: "INFO",
      error,
      unlogged: 0,
      msg: "bus packet not processed",
    })),
  );
});
