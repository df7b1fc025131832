import { describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { createTestRuntime, disposeRuntime } from "../support/runtime.ts";
import { checkMessages } from "./check-messages.ts";

describe("checkMessages", () => {
  it("M4 M8 M9 finds messages without an escrow, two open paid messages of one pair and a second chat session", async () => {
    const runtime = createTestRuntime();
    const connection = await runtime.database("messaging").connection.asPromise();
    expect(await checkMessages(connection)).toEqual([]);

    // The service does not run, so no unique index refuses these documents.
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
    const violations = await checkMessages(connection);
    expect(violations.filter((line) => line.startsWith("M4"))).toHaveLength(2);
    expect(violations).toEqual(
      expect.arrayContaining(["M8: two open paid messages, fan to creator", "M9: two chat sessions, creator|fan"]),
    );
    await disposeRuntime(runtime, ["messaging"]);
  });
});
