import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

/** A prepared request that moves money or makes a creator. It has one key and can be sent any number of times. */
export interface Attempt {
  ask(): Promise<Reply>;
  /** The final answer. */
  readonly expected: readonly [status: number, data: object];
}

export interface Deed {
  readonly name: string;
  /** The databases whose transactions decide the outcome. */
  readonly databases: readonly string[];
  prepare(): Promise<Attempt>;
}

const PRICE = "5.00";

/** Every deed. Each has a fan and a creator of its own, so all can run at the same time. */
export async function allDeeds(system: TestSystem): Promise<readonly Deed[]> {
  const pairs = ["send", "reply", "reject", "expire", "confirm", "upgrade"].map(async (name) => {
    const [fan, creator] = await Promise.all([system.newFan("900.00"), system.newCreator({ dmType: "PER_MESSAGE", price: PRICE })]);
    return deedsOf(system, fan, creator).filter((deed) => deed.name === name);
  });
  return (await Promise.all(pairs)).flat();
}

function deedsOf(system: TestSystem, fan: Person, creator: CreatorPerson): readonly Deed[] {
  const keyed = () => ({ headers: { "idempotency-key": uuid() } });
  const send = (options = keyed()) => {
    const message = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: PRICE, timeoutHours: 1, content: `question ${uuid()}` };
    return () => fan.send("POST", "/messages", message, options);
  };
  const answer = (messageId: string, options = keyed()) => {
    return () => creator.send("POST", `/messages/${messageId}/reply`, { content: "an answer" }, options);
  };
  const messages = () => system.runtime.database("messaging").connection.collection<{ _id: string }>("messages");
  /** A pair has one open message at a time. */
  const closeOpen = async () => {
    const open = await messages().find({ senderId: fan.userId, status: "ESCROWED" }).toArray();
    for (const { _id } of open) dataOf(await answer(String(_id))(), 201);
  };
  const aMessage = async () => {
    await closeOpen();
    return dataOf<{ messageId: string }>(await send()(), 201).messageId;
  };
  const deed = (name: string, prepare: Deed["prepare"], databases = ["messaging"]): Deed => ({ name, databases, prepare });
  return [
    deed("send", async () => {
      await closeOpen();
      return { ask: send(), expected: [201, { status: "ESCROWED" }] };
    }),
    deed("reply", async () => ({ ask: answer(await aMessage()), expected: [201, { status: "COMPLETED" }] })),
    deed("reject", async () => {
      const [messageId, options] = [await aMessage(), keyed()];
      return { ask: () => creator.send("POST", `/messages/${messageId}/reject`, {}, options), expected: [200, { status: "REJECTED" }] };
    }),
    deed("expire", async () => {
      const messageId = await aMessage();
      await messages().updateOne({ _id: messageId }, { $set: { expiresAt: new Date(0), openUntil: new Date(0) } });
      const ask = async () => {
        await system.runtime.jobs.runNow("messaging.expire-messages").catch(() => undefined);
        const reply = await fan.send("GET", `/messages/${messageId}`);
        if (reply.status === 200 && dataOf<{ status: string }>(reply, 200).status === "ESCROWED") throw new Error("not expired yet");
        return reply;
      };
      return { ask, expected: [200, { status: "EXPIRED" }] };
    }),
    deed("confirm", async () => {
      const topUp = await fan.send("POST", "/wallet/topups", { amount: "10.00" }, keyed());
      const { topupId } = dataOf<{ topupId: string }>(topUp, 201);
      const options = keyed();
      return { ask: () => fan.send("POST", `/wallet/topups/${topupId}/confirm`, {}, options), expected: [200, { status: "SUCCEEDED" }] };
    }),
    deed("upgrade", async () => {
      const [user, options] = [await system.newUser(), keyed()];
      const username = `u${user.userId.slice(-12)}`;
      const ask = () => user.send("POST", "/creators/upgrade", { username }, options);
      return { ask, expected: [201, {}] };
    }, ["creator", "account"]),
  ];
}
