import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Model } from "mongoose";
import { eventually } from "../support/eventually.ts";
import { type MessagingFixture, messagingFixture, outcomesOf, PAID, sendFrom } from "./messaging-fixture.ts";
import { rejectSent, replyTo, type SentMessage, sendNewMessage } from "./sent-message.ts";

const MEMBERS = 20;
/** Turns of the event loop in which a message that is ready for the transaction joins the next batch. */
const TURNS = 10;

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());
afterEach(async () => expect(await fixture.findViolations()).toEqual([]));

/**
 * Starts the first call, holds its transaction at a fault point, and starts the others. Releases all when the condition holds, which means
 * that the others wait for the next transaction. Returns how many transactions reached the point.
 */
async function inOneBatch<T>(
  point: string,
  [begin, ...beginOthers]: readonly (() => Promise<T>)[],
  cameSoFar: () => Promise<unknown>,
): Promise<{ calls: readonly Promise<T>[]; transactions: number }> {
  const { faults } = fixture.runtime;
  const hit = faults.hit.bind(faults);
  let [transactions, release] = [0, () => {}];
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  faults.hit = async (name) => {
    if (name !== point) return hit(name);
    transactions += 1;
    if (transactions === 1) await held;
  };
  const calls = begin ? [begin()] : [];
  await eventually(() => expect(transactions).toBe(1));
  calls.push(...beginOthers.map((beginOther) => beginOther()));
  const ended = Promise.allSettled(calls);
  await cameSoFar();
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  release();
  await ended;
  faults.hit = hit;
  return { calls, transactions };
}

/** Counts messages that are composed from now on; each then waits for a transaction. */
function countComposed(): { count: () => number; restore: () => void } {
  const { config } = fixture.runtime;
  const { read } = config;
  let composed = 0;
  config.read = ((...given: Parameters<typeof read>) => {
    if (given[0] === "messaging.search_projection") composed += 1;
    return read.apply(config, given);
  }) as typeof read;
  const restore = () => {
    config.read = read;
  };
  return { count: () => composed, restore };
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

async function movementsOf(userId: string, kind: "wallet" | "earnings") {
  const rows = await fixture.documents("ledger_transactions", { "movement.account": `user:${userId}:${kind}` });
  return rows.map(({ movement }) => movement as { amount: bigint; balanceAfter: bigint; sequence: number });
}

describe("messages that are sent at once", () => {
  it("SPD-15 HSE-02 a message without the money and one beside an open paid message are refused alone; one transaction stores all others", async () => {
    const creator = fixture.newCreator({ dmType: "SINGLE_PAY" });
    const fans = times(MEMBERS, () => fixture.newFan());
    const [poor, waiting] = [fans[7] ?? "", fans[13] ?? ""];
    for (const fan of fans) await fixture.fund(fan, fan === poor ? "1.00" : "10.00");
    await sendFrom(fixture, waiting, creator, PAID);
    const composed = countComposed();
    const { calls, transactions } = await inOneBatch(
      "messaging.send.commit",
      [...fans, fans[2] ?? ""].map((fan) => () => sendFrom(fixture, fan, creator, { ...PAID, content: `from ${fan}` })),
      () => eventually(() => expect(composed.count()).toBe(MEMBERS)),
    );
    composed.restore();
    const { accepted, refusals } = await outcomesOf(calls);
    const expected = ["message.send.error.duplicate", "message.send.error.pending_paid_exists", "payment.escrow.insufficient_balance"];
    expect(refusals.sort()).toEqual(expected);
    expect(accepted).toBe(MEMBERS - 2);
    // One transaction for the first message, and one for all others.
    expect(transactions).toBe(2);
    for (const fan of fans) {
      if (fan === poor) expect(await movementsOf(fan, "wallet")).toHaveLength(1);
      else
        expect(await movementsOf(fan, "wallet")).toContainEqual(
          expect.objectContaining({ amount: -500n, balanceAfter: 500n, sequence: 2 }),
        );
    }
  });

  it("SPD-15 messages of a batch keep the correlation ids of their own requests in their events", async () => {
    const creator = fixture.newCreator();
    const fans = times(5, () => fixture.newFan());
    const composed = countComposed();
    const { calls, transactions } = await inOneBatch(
      "messaging.send.commit",
      fans.map((fan) => () => sendFrom(fixture, fan, creator)),
      () => eventually(() => expect(composed.count()).toBe(fans.length)),
    );
    composed.restore();
    await Promise.all(calls);
    expect(transactions).toBe(2);
    const facts = await fixture.documents("outbox", { event: "message.sent", "payload.receiverId": creator });
    const requestIds = new Set(facts.map(({ requestId }) => requestId));
    expect(requestIds.size).toBe(fans.length);
    for (const requestId of requestIds) expect(requestId).not.toMatch(/^batch-/);
  });
});

describe("replies that are sent at once", () => {
  it("SPD-15 HSE-02 replies share a transaction, each with its own balance and sequence number; one to a message that has ended fails alone", async () => {
    const sent: SentMessage[] = [];
    const creator = fixture.newCreator({ dmType: "SINGLE_PAY" });
    for (let index = 0; index < MEMBERS; index += 1) {
      const fan = fixture.newFan();
      await fixture.fund(fan, "10.00");
      sent.push({ fan, creator, messageId: (await sendFrom(fixture, fan, creator, PAID)).messageId });
    }
    const [first, ...others] = sent as [SentMessage, ...SentMessage[]];
    const [ended, free] = [others[4] as SentMessage, await sendNewMessage(fixture, { free: true })];
    const cards = fixture.connection.models.user_cards as Model<object>;
    const { find } = cards;
    let reads = 0;
    cards.find = ((...given: Parameters<typeof find>) => {
      reads += 1;
      return find.apply(cards, given);
    }) as typeof find;
    const { calls, transactions } = await inOneBatch(
      "messaging.reply.commit",
      [first, ...others, free].map((message) => () => replyTo(fixture, message)),
      async () => {
        // The first reply reads the creator's name first. The others read it after they have read their messages.
        await eventually(() => expect(reads).toBeGreaterThan(1));
        await rejectSent(fixture, ended);
      },
    );
    cards.find = find;
    const { accepted, refusals } = await outcomesOf(calls);
    expect(refusals).toEqual(["message.reply.error.invalid_status"]);
    expect(accepted).toBe(MEMBERS);
    expect(transactions).toBe(2);
    const movements = (await movementsOf(creator, "earnings")).sort((one, other) => one.sequence - other.sequence);
    expect(movements.map(({ sequence }) => sequence)).toEqual(times(MEMBERS - 1, (index) => index + 1));
    expect(movements.map(({ balanceAfter }) => balanceAfter)).toEqual(times(MEMBERS - 1, (index) => 400n * BigInt(index + 1)));
    const [wallet] = await fixture.documents("wallets", { userId: creator, kind: "CREATOR" });
    expect(wallet).toMatchObject({ balance: 400n * BigInt(MEMBERS - 1), sequence: MEMBERS - 1 });
    for (const session of await fixture.documents("chat_sessions", { visibleTo: creator })) {
      const [own] = ([session.first, session.second] as { userId: string; unread: number }[]).filter(({ userId }) => userId === creator);
      expect(own?.unread).toBe(0);
    }
  });
});
