import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { replyToMessage } from "#libs/contracts/messaging/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());

async function newFundedFan(): Promise<string> {
  const fan = fixture.newFan();
  await fixture.fund(fan, "100.00");
  return fan;
}

describe("POST /messages › Idempotency-Key", () => {
  it("MSG-64 a retry gets the stored outcome, also after a crash between commit and response", async () => {
    const [fan, creator] = [await newFundedFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    const params = { ...PAID, content: "once", idempotencyKey: "pay-1" };
    fixture.runtime.faults.arm({ point: "messaging.send.answer", mode: "error", times: 1 });
    const recovered = await sendFrom(fixture, fan, creator, params);
    expect(await sendFrom(fixture, fan, creator, params)).toEqual(recovered);
    expect(await fixture.documents("messages", { senderId: fan })).toHaveLength(1);
    expect(await fixture.balance(fan)).toBe("95.00");
    await fixture.as(creator)(replyToMessage, { messageId: recovered.messageId, content: "yes" });
    expect(await sendFrom(fixture, fan, creator, params)).toEqual({ messageId: recovered.messageId, status: "ESCROWED" });
  });

  it("MSG-64 refuses another request with the same key for a day", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await sendFrom(fixture, fan, creator, { content: "one", idempotencyKey: "k" });
    await expect(sendFrom(fixture, fan, creator, { content: "two", idempotencyKey: "k" })).rejects.toMatchObject({
      key: "idempotency.error.key_reused",
    });
    fixture.runtime.clock.advance(DAY);
    expect(await sendFrom(fixture, fan, creator, { content: "two", idempotencyKey: "k" })).toMatchObject({ status: "DELIVERED" });
    fixture.runtime.clock.reset();
  });

  it("MSG-64 compares every field of the request", async () => {
    const [fan, creator, other] = [
      await newFundedFan(),
      fixture.newCreator({ dmType: "SINGLE_PAY" }),
      fixture.newCreator({ dmType: "SINGLE_PAY" }),
    ];
    const params = { ...PAID, content: "the same", timeoutHours: 2, idempotencyKey: "f" };
    await sendFrom(fixture, fan, creator, params);
    const changed = [{ content: "another" }, { dmType: "PER_MESSAGE" }, { price: "6.00" }, { timeoutHours: 3 }] as const;
    const keyReused = { key: "idempotency.error.key_reused" };
    for (const change of changed) await expect(sendFrom(fixture, fan, creator, { ...params, ...change })).rejects.toMatchObject(keyReused);
    await expect(sendFrom(fixture, fan, other, params)).rejects.toMatchObject(keyReused);
  });
});
