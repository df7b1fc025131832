import { describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { createTestRuntime, disposeRuntime } from "#test/support/runtime.ts";
import { checkMessages } from "./check-messages.ts";

describe("the checker of the random run", () => {
  it("M4 M8 M9 finds a message without its escrow, two open ones of a pair, and a second chat session", async () => {
    const runtime = createTestRuntime();
    const connection = await runtime.database("messaging").asPromise();
    expect(await checkMessages(connection)).toEqual([]);

    // Without the service there is no index that would refuse them.
    const open = () => ({
      _id: uuid(),
      senderId: "fan",
      receiverId: "creator",
      status: "ESCROWED",
      priceSnapshot: 500n,
      commissionRate: 0.2,
    });
    await connection.collection<{ _id: string }>("messages").insertMany([open(), open()]);
    await connection.collection<{ _id: string }>("chat_sessions").insertMany([1, 2].map(() => ({ _id: uuid(), pairKey: "creator|fan" })));
    const found = await checkMessages(connection);
    expect(found.filter((line) => line.startsWith("M4"))).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining(["M8: two open paid messages, fan to creator", "M9: two chat sessions, creator|fan"]));
    await disposeRuntime(runtime, ["messaging"]);
  });
});
