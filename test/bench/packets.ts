import { chooseStore } from "#deploy/launch/choose-store.ts";
import { type MemoryStream, memoryStream } from "#libs/platform/events/memory-stream.ts";
import { createLogger } from "#libs/platform/log/logger.ts";
import { countCommands, countWork } from "../budget/count-work.ts";
import type { Reply } from "../support/http.ts";
import { startTestSystem } from "../support/test-system.ts";
import { newVisit } from "./workloads.ts";

/** The bus traffic of some requests, including the consumers of their events. */
export interface BusTraffic {
  /** Calls from one process to another; each is one packet there and one back. */
  readonly calls: number;
  /** Events; each is published and confirmed. */
  readonly facts: number;
  /** Deliveries of events to a consumer group; each is acknowledged. */
  readonly deliveries: number;
  /** Requests of signed-in users, whose caller is sealed once. */
  readonly seals: number;
}

export interface CountedTraffic {
  readonly visit: BusTraffic;
  /** A paid message and its reply. */
  readonly paidRound: BusTraffic;
}

/** Counts in a whole system in this process, through the broker's middleware and a wrapper around the stream. */
export async function countTraffic(): Promise<CountedTraffic> {
  const store = await chooseStore({ production: false, url: null, dataDir: null });
  process.env.MONGO_URL = store.url;
  const commands = countCommands();
  const stream = memoryStream({ logger: createLogger("silent") });
  const counted = { facts: 0, deliveries: 0 };
  const system = await startTestSystem({}, "lifted", { stream: counting(stream, counted) });
  const work = countWork(commands, system.broker);
  try {
    const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
    const fan = await system.newFan("100.00");
    await stream.idle();
    const traffic = async (seals: number, send: () => Promise<readonly Reply[]>): Promise<BusTraffic> => {
      const before = { ...counted };
      const replies = await send();
      await stream.idle();
      const calls = replies.map(({ headers }) => work.of(headers.get("x-request-id") ?? "")[2]).reduce((sum, each) => sum + each, 0);
      return { calls, seals, facts: counted.facts - before.facts, deliveries: counted.deliveries - before.deliveries };
    };
    const visit = await traffic(0, async () => [await system.send("POST", "/analytics/session", { body: newVisit("visitor-1") })]);
    const paidRound = await traffic(2, async () => {
      const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "How did you start?" };
      const sent = await fan.send("POST", "/messages", message);
      const { messageId } = sent.body.data as { messageId: string };
      return [sent, await creator.send("POST", `/messages/${messageId}/reply`, { content: "With a borrowed camera." })];
    });
    return { visit, paidRound };
  } finally {
    work.stop();
    await system.stop();
    await store.stop();
  }
}

function counting(stream: MemoryStream, counted: { facts: number; deliveries: number }): MemoryStream {
  return {
    ...stream,
    dead: stream.dead,
    publish(envelope) {
      counted.facts += 1;
      return stream.publish(envelope);
    },
    subscribe: (subscription, run) =>
      stream.subscribe(subscription, (envelope, attempt) => {
        counted.deliveries += 1;
        return run(envelope, attempt);
      }),
  };
}
