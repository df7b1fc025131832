import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { blockUser, createModerationRule } from "#libs/contracts/messaging.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { messagingWorld, PAID, sendFrom, type World } from "./messaging-fixture.ts";

let world: World;

beforeAll(async () => {
  world = await messagingWorld();
});
afterAll(() => world.stop());

const exported = async (userId: string, collection: string) => {
  const { rows } = await world.as(userId)(exportUser.messaging, { userId });
  return rows.filter((each) => each.collection === collection).map(({ row }) => row);
};

describe("what messaging knows about a user", () => {
  it("GDP-12 shows whom the user has blocked, and not by whom the user is; GDP-08 erases both", async () => {
    const [user, blocked, blocking] = [world.aFan(), world.aFan(), world.aFan()];
    await world.as(user)(blockUser, { userId: blocked });
    await world.as(blocking)(blockUser, { userId: user });
    expect(await exported(user, "block_lists")).toEqual([{ blockedId: blocked, createdAt: expect.any(String) }]);
    const receipt = await world.as(user)(eraseUser.messaging, { userId: user });
    expect(receipt).toMatchObject({ done: true, erased: { block_lists: 2 } });
    expect(await world.documents("block_lists")).toEqual([]);
  });

  it("MSG-55 GDP-12 the escrow of a message in quarantine is shown to the fan, not to the creator", async () => {
    const word = `w${uuid().slice(-8)}`;
    await world.as(uuid(), ["MODERATOR"])(createModerationRule, { name: "a word", pattern: word });
    const [fan, creator] = [world.aFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
    await world.fund(fan, "100.00");
    const { messageId, status } = await sendFrom(world, fan, creator, { ...PAID, content: `${word} and more` });
    expect(status).toBe("PENDING");
    expect(await exported(fan, "escrows")).toMatchObject([{ messageId, status: "HELD" }]);
    expect(await exported(creator, "escrows")).toEqual([]);
  });

  it("GDP-08 a reason that a user gave as a fan or a creator goes; one that a member of the staff gave stays, without who it was", async () => {
    const [user, messageId] = [uuid(), uuid()];
    const line = { messageId, from: "DELIVERED", to: "REJECTED", actorId: user, reason: "a reason", at: new Date() };
    const actors = ["FAN", "CREATOR", "MODERATOR"];
    await world.connection
      .collection<{ _id: string }>("message_status_logs")
      .insertMany(actors.map((actor, step) => ({ ...line, _id: uuid(), actor, step })));
    expect(await exported(user, "message_status_logs")).toHaveLength(3);
    for (const _time of [1, 2]) {
      const receipt = await world.as(user)(eraseUser.messaging, { userId: user });
      expect(receipt).toMatchObject({ done: true, anonymised: { message_status_logs: 3 } });
    }
    const left = (await world.documents("message_status_logs", { messageId })).map(({ actor, actorId, reason }) => ({
      actor,
      actorId,
      reason,
    }));
    expect(left).toEqual([
      { actor: "FAN", actorId: user, reason: null },
      { actor: "CREATOR", actorId: user, reason: null },
      { actor: "MODERATOR", actorId: null, reason: "a reason" },
    ]);
  });

  it("GDP-10 nothing is erased as long as something is open, however much there is of it", async () => {
    const user = world.aFan();
    await world.fund(user, "100.00");
    for (let index = 0; index < 3; index += 1) await sendFrom(world, user, world.aCreator({ dmType: "SINGLE_PAY" }), PAID);
    world.setConfig({ "messaging.expire_batch": 2 });
    const statuses = async () => (await world.documents("messages", { senderId: user })).map(({ status }) => status).sort();
    const bite = () => world.as(user)(eraseUser.messaging, { userId: user });
    expect(await bite()).toMatchObject({ done: false, erased: {}, anonymised: {} });
    expect(await statuses()).toEqual(["ESCROWED", "REJECTED", "REJECTED"]);
    await eventually(async () => expect((await bite()).done).toBe(true));
    expect(await statuses()).toEqual(["REJECTED", "REJECTED", "REJECTED"]);
    expect(await world.balance(user)).toBe("100.00");
    expect(await world.checkBooks()).toEqual([]);
  });

  it("GDP-12 shows what was done to the user, and not by whom of the staff", async () => {
    const [user, admin, at] = [world.aFan(), uuid(), new Date()];
    const lines = [
      { actor: admin, action: "wallet.freeze", target: user },
      { actor: user, action: "wallet.own", target: user },
      { actor: "system", action: "wallet.job", target: user },
    ];
    await world.connection
      .collection<{ _id: string }>("audit_log")
      .insertMany(lines.map((line) => ({ ...line, _id: uuid(), details: {}, requestId: null, at })));
    const actors = (await exported(user, "audit_log")).map((row) => (row as { actor: string }).actor);
    expect(actors.sort()).toEqual(["staff", user, "system"].sort());
  });
});
