import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

let system: TestSystem;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.admin();
});

afterAll(() => system.stop());

interface Pair {
  readonly fan: Person;
  readonly creator: CreatorPerson;
}

const newPair = async (): Promise<Pair> => {
  const [fan, creator] = await Promise.all([system.newFan("100.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  return { fan, creator };
};

/** An action of a creator or an admin, and the error of the very next send. */
const CHANGES: readonly (readonly [string, (pair: Pair) => Promise<{ readonly status: number }>, string])[] = [
  [
    "a vacation",
    ({ creator }) => creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, { enabled: true }),
    "400 message.send.error.vacation",
  ],
  [
    "a higher price",
    ({ creator }) => creator.send("PATCH", `/creators/${creator.creatorId}/dm-settings`, { price: "5.01" }),
    "400 message.send.error.price_below_minimum",
  ],
  ["a block", ({ fan, creator }) => creator.send("PUT", `/blocks/${fan.userId}`), "403 message.send.error.blocked"],
  [
    "a ban",
    ({ creator }) => admin.send("PATCH", `/admin/users/${creator.userId}/status`, { status: "BANNED", reason: "test" }),
    "400 message.send.error.creator_unavailable",
  ],
  [
    "the end of all messages",
    ({ creator }) => creator.send("PATCH", `/creators/${creator.creatorId}/dm-settings`, { dmActive: false }),
    "400 message.send.error.dm_disabled",
  ],
];

const send = ({ fan, creator }: Pair) =>
  fan.send("POST", "/messages", { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: uuid() });

async function refusals(pairs: readonly Pair[]): Promise<unknown[]> {
  return Promise.all(
    CHANGES.map(async ([name, change], index) => {
      const pair = pairs[index] as Pair;
      const { status } = await change(pair);
      return [name, status, refusalOf(await send(pair))];
    }),
  );
}

const expected = CHANGES.map(([name, , refusal]) => [name, 200, refusal]);

describe("the very next send after a change was answered with 200", () => {
  it("SPD-21 obeys a vacation, a price, a block, a ban and the end of messages", async () => {
    const pairs = await Promise.all(CHANGES.map(newPair));
    for (const pair of pairs) {
      const { messageId } = dataOf<{ messageId: string }>(await send(pair), 201);
      dataOf(await pair.creator.send("POST", `/messages/${messageId}/reply`, { content: "yes" }), 201);
    }
    expect(await refusals(pairs)).toEqual(expected);
  });

  it("SPD-21 obeys them also while no event is delivered", async () => {
    const pairs = await Promise.all(CHANGES.map(newPair));
    await system.runtime.stream.stop();
    expect(await refusals(pairs)).toEqual(expected);
  });
});
