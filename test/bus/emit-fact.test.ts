import { describe, expect, it } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import type { FactMessage } from "#libs/contracts/public-facts.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { emitFact } from "#libs/platform/broker/facts-broker.ts";

const fact: FactMessage = {
  ...{ id: uuid(), kind: "message.sent", type: "message.sent", apiVersion: "1.0", timestamp: new Date(0).toISOString() },
  data: { messageId: uuid() },
};

describe("a public fact as a Moleculer event", () => {
  it("HSE-04 a public event is emitted where a node listens, also by a pattern, and makes no event where none does", async () => {
    const heard: unknown[] = [];
    const broker = new ServiceBroker({ logger: false });
    let made = 0;
    const emit = broker.emit.bind(broker);
    broker.emit = (...given: Parameters<typeof emit>) => {
      made += 1;
      return emit(...given);
    };
    const logger = pino({ level: "silent" });
    await broker.start();
    await emitFact(broker, fact, logger);
    expect(made).toBe(0);
    broker.createService({ name: "subscriber", events: { "message.*": (ctx: { params: unknown }) => void heard.push(ctx.params) } });
    await broker.waitForServices("subscriber");
    await emitFact(broker, fact, logger);
    expect([made, heard]).toEqual([1, [fact.data]]);
    await broker.stop();
  });
});
