import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Reply } from "#test/support/http.ts";
import { dataOf } from "#test/support/test-system.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { settle, untilPublished } from "./settle.ts";

const MESSAGES = 20;
/** Turns of the event loop until a published event has reached its consumers. */
const TURNS = 10;

let counted: CountedSystem;
beforeAll(async () => {
  counted = await startCountedSystem();
});
afterAll(() => counted.stop());

interface Measured {
  readonly replies: readonly Reply[];
  /** Commands for each request. */
  readonly commands: number;
}

/**
 * The commands for each of some concurrent requests. No batch of events ends before all events have reached their consumers. So every run
 * has the same batches: the first event, then all others.
 */
async function commandsOfEach(requests: readonly (() => Promise<Reply>)[]): Promise<Measured> {
  await settle(counted.system);
  const [before] = counted.counter.ofAll([]);
  const { faults } = counted.system.runtime;
  const hit = faults.hit.bind(faults);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  faults.hit = (point) => (point === "inbox.applied" ? held : hit(point));
  const replies = await Promise.all(requests.map((request) => request()));
  await untilPublished(counted.system);
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  faults.hit = hit;
  release();
  await settle(counted.system);
  const ids = replies.map(({ headers }) => headers.get("x-request-id") ?? "");
  return { replies, commands: (counted.counter.ofAll(ids)[0] - before) / requests.length };
}

describe("the database commands of many concurrent paid messages", () => {
  it("SPD-07 a paid send takes at most 16 commands, and its reply 12, when twenty are made at once", async () => {
    const creator = await counted.system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
    const fans = await Promise.all(Array.from({ length: MESSAGES }, () => counted.system.newFan("100.00")));
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00" };
    const sends = await commandsOfEach(
      fans.map((fan, index) => () => fan.send("POST", "/messages", { ...message, content: `question ${index}` })),
    );
    const ids = sends.replies.map((reply) => dataOf<{ messageId: string }>(reply, 201).messageId);
    const answers = await commandsOfEach(ids.map((id) => () => creator.send("POST", `/messages/${id}/reply`, { content: "answer" })));
    for (const reply of answers.replies) dataOf(reply, 201);
    expect({ send: sends.commands <= 16, reply: answers.commands <= 12 }).toEqual({ send: true, reply: true });
  });
});
