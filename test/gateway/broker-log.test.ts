import { Writable } from "node:stream";
import { expect, it } from "@jest/globals";
import { pino } from "pino";
import { brokerLog } from "#libs/broker/broker-log.ts";

/** A log that keeps its lines. */
function keptLog(level: string) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { lines, log: pino({ level, base: null, timestamp: false, formatters: { level: (label) => ({ level: label }) } }, stream) };
}

it("OPS-12 the broker's texts and errors are lines of the process's log, without the parameters of a call", () => {
  const { lines, log } = keptLog("info");
  const broker = brokerLog(log, "transit");
  broker.info("not told");
  broker.warn("Service is away.", { params: { content: "a secret" } });
  broker.error("Connection lost.", new TypeError("refused"));
  expect(lines).toEqual([
    { level: "warn", mod: "transit", msg: "Service is away." },
    { level: "error", mod: "transit", err: expect.objectContaining({ type: "TypeError", message: "refused" }), msg: "Connection lost." },
  ]);
});

it("OPS-12 a log that tells errors only is not told the broker's warnings", () => {
  const { lines, log } = keptLog("error");
  const broker = brokerLog(log, "broker");
  broker.warn("not told");
  broker.fatal("told");
  expect(lines).toEqual([{ level: "fatal", mod: "broker", msg: "told" }]);
});
