import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "#test/support/http.ts";
import { dataOf } from "#test/support/test-system.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { settle } from "./settle.ts";

const MAX_COMMANDS = { send: 26, reply: 22 };

let counted: CountedSystem;
beforeAll(async () => {
  counted = await startCountedSystem();
});
afterAll(() => counted.stop());

interface Counted {
  readonly messageId: string;
  readonly commands: number;
  /** Those of the request itself. */
  readonly steps: readonly string[];
}

/** The commands of a request while nothing else is asked, with those of the consumers of its events. */
async function commandsOf(request: () => Promise<Reply>): Promise<Counted> {
  const { system, counter } = counted;
  await settle(system);
  const [before] = counter.ofAll([]);
  const reply = await request();
  const { messageId } = dataOf<{ messageId: string }>(reply, 201);
  await settle(system);
  return {
    messageId,
    steps: counter.stepsOf(reply.headers.get("x-request-id") ?? ""),
    commands: counter.ofAll([reply.headers.get("x-request-id") ?? ""])[0] - before,
  };
}

describe("the database commands of a paid message that nothing else is asked with", () => {
  it("HSE-04 a paid send takes 26 commands at most, its reply 22, for a new pair and for one with a session", async () => {
    const creator = await counted.system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
    const fan = await counted.system.newFan("100.00");
    for (const content of ["the first question", "the second question"]) {
      const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content };
      const send = await commandsOf(() => fan.send("POST", "/messages", message));
      const reply = await commandsOf(() => creator.send("POST", `/messages/${send.messageId}/reply`, { content: "answer" }));
      const tooMany = { send: send.commands > MAX_COMMANDS.send, reply: reply.commands > MAX_COMMANDS.reply };
      expect({ content, ...tooMany }).toEqual({ content, send: false, reply: false });
    }
  });

  it("QTE-07 with a quote it asks for the same commands as without one, with a key and without, and the quote writes nothing", async () => {
    const { system } = counted;
    const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
    const terms = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00" };
    const sent = async (quoted: boolean, headers: Record<string, string>) => {
      const fan = await system.newFan("100.00");
      const quote = await fan.send("POST", "/messages/quote", { receiverId: creator.userId });
      const { quoteId } = dataOf<{ quoteId: string }>(quote, 200);
      const steps = counted.counter.stepsOf(quote.headers.get("x-request-id") ?? "");
      expect(steps.filter((step) => /^(insert|update|delete|findAndModify|bulkWrite|commit)/.test(step))).toEqual([]);
      const body = { ...terms, content: uuid(), ...(quoted && { quoteId }) };
      return commandsOf(() => fan.send("POST", "/messages", body, { headers }));
    };
    for (const headers of [{}, { "idempotency-key": uuid() }]) {
      const [without, withQuote] = [await sent(false, headers), await sent(true, headers)];
      expect(withQuote.steps.toSorted()).toEqual(without.steps.toSorted());
      expect(withQuote.commands).toBeLessThanOrEqual(without.commands);
    }
  });
});
