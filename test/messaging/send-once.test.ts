import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { replyToMessage } from "#libs/contracts/messaging.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { messagingWorld, PAID, sendFrom, type World } from "./messaging-fixture.ts";

let world: World;
beforeAll(async () => {
  world = await messagingWorld();
});
afterAll(() => world.stop());

async function aRichFan(): Promise<string> {
  const fan = world.aFan();
  await world.fund(fan, "100.00");
  return fan;
}

describe("POST /messages › Idempotency-Key", () => {
  it("MSG-64 a repetition gets the stored outcome, also after a crash between effect and answer", async () => {
    const [fan, creator] = [await aRichFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
    const params = { ...PAID, content: "once", idempotencyKey: "pay-1" };
    world.runtime.faults.arm({ point: "messaging.send.answer", mode: "error", times: 1 });
    const recovered = await sendFrom(world, fan, creator, params);
    expect(await sendFrom(world, fan, creator, params)).toEqual(recovered);
    expect(await world.documents("messages", { senderId: fan })).toHaveLength(1);
    expect(await world.balance(fan)).toBe("95.00");
    await world.as(creator)(replyToMessage, { messageId: recovered.messageId, content: "yes" });
    expect(await sendFrom(world, fan, creator, params)).toEqual({ messageId: recovered.messageId, status: "ESCROWED" });
  });

  it("MSG-64 another request with the same key is refused; a key lives for a day", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    await sendFrom(world, fan, creator, { content: "one", idempotencyKey: "k" });
    await expect(sendFrom(world, fan, creator, { content: "two", idempotencyKey: "k" })).rejects.toMatchObject({
      key: "idempotency.error.key_reused",
    });
    world.runtime.clock.advance(DAY);
    expect(await sendFrom(world, fan, creator, { content: "two", idempotencyKey: "k" })).toMatchObject({ status: "DELIVERED" });
    world.runtime.clock.reset();
  });

  it("MSG-64 every field of the request counts", async () => {
    const [fan, creator, other] = [await aRichFan(), world.aCreator({ dmType: "SINGLE_PAY" }), world.aCreator({ dmType: "SINGLE_PAY" })];
    const params = { ...PAID, content: "the same", timeoutHours: 2, idempotencyKey: "f" };
    await sendFrom(world, fan, creator, params);
    const changed = [{ content: "another" }, { dmType: "PER_MESSAGE" }, { price: "6.00" }, { timeoutHours: 3 }] as const;
    const repeated = { key: "idempotency.error.key_reused" };
    for (const change of changed) await expect(sendFrom(world, fan, creator, { ...params, ...change })).rejects.toMatchObject(repeated);
    await expect(sendFrom(world, fan, other, params)).rejects.toMatchObject(repeated);
  });
});
