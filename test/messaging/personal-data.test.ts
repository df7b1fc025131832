import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { blockUser, createModerationRule } from "#libs/contracts/messaging/index.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";

let fixture: MessagingFixture;

beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());

const exported = async (userId: string, collection: string) => {
  const { rows } = await fixture.as(userId)(exportUser.messaging, { userId });
  return rows.filter((each) => each.collection === collection).map(({ row }) => row);
};

describe("personal data of messaging", () => {
  it("GDP-12 exports the blocks that a user has made, not those against the user; GDP-08 erases both", async () => {
    const [user, blocked, blocking] = [fixture.newFan(), fixture.newFan(), fixture.newFan()];
    await fixture.as(user)(blockUser, { userId: blocked });
    await fixture.as(blocking)(blockUser, { userId: user });
    expect(await exported(user, "block_lists")).toEqual([{ blockedId: blocked, createdAt: expect.any(String) }]);
    const receipt = await fixture.as(user)(eraseUser.messaging, { userId: user });
    expect(receipt).toMatchObject({ done: true, erased: { block_lists: 2 } });
    expect(await fixture.documents("block_lists")).toEqual([]);
  });

  it("MSG-55 GDP-12 exports the escrow of a quarantined message to the fan, not to the creator", async () => {
    const word = `w${uuid().slice(-8)}`;
    await fixture.as(uuid(), ["MODERATOR"])(createModerationRule, { name: "a word", pattern: word });
    const [fan, creator] = [fixture.newFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    await fixture.fund(fan, "100.00");
    const { messageId, status } = await sendFrom(fixture, fan, creator, { ...PAID, content: `${word} and more` });
    expect(status).toBe("PENDING");
    expect(await exported(fan, "escrows")).toMatchObject([{ messageId, status: "HELD" }]);
    expect(await exported(creator, "escrows")).toEqual([]);
  });

  it("GDP-08 erases the reasons that a user gave as a fan or creator; those given as a moderator stay, without the id", async () => {
    const [user, messageId] = [uuid(), uuid()];
    const line = { messageId, from: "DELIVERED", to: "REJECTED", actorId: user, reason: "a reason", at: new Date() };
    const actors = ["FAN", "CREATOR", "MODERATOR"];
    await fixture.connection
      .collection<{ _id: string }>("message_status_logs")
      .insertMany(actors.map((actor, step) => ({ ...line, _id: uuid(), actor, step })));
    expect(await exported(user, "message_status_logs")).toHaveLength(3);
    for (const _time of [1, 2]) {
      const receipt = await fixture.as(user)(eraseUser.messaging, { userId: user });
      expect(receipt).toMatchObject({ done: true, anonymised: { message_status_logs: 3 } });
    }
    const left = (await fixture.documents("message_status_logs", { messageId })).map(({ actor, actorId, reason }) => ({
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

  it("GDP-10 erases nothing until all open messages are closed, in batches", async () => {
    const user = fixture.newFan();
    await fixture.fund(user, "100.00");
    for (let index = 0; index < 3; index += 1) await sendFrom(fixture, user, fixture.newCreator({ dmType: "SINGLE_PAY" }), PAID);
    fixture.setConfig({ "messaging.expire_batch": 2 });
    const statuses = async () => (await fixture.documents("messages", { senderId: user })).map(({ status }) => status).sort();
    const eraseBatch = () => fixture.as(user)(eraseUser.messaging, { userId: user });
    expect(await eraseBatch()).toMatchObject({ done: false, erased: {}, anonymised: {} });
    expect(await statuses()).toEqual(["ESCROWED", "REJECTED", "REJECTED"]);
    await eventually(async () => expect((await eraseBatch()).done).toBe(true));
    expect(await statuses()).toEqual(["REJECTED", "REJECTED", "REJECTED"]);
    expect(await fixture.balance(user)).toBe("100.00");
    expect(await fixture.findViolations()).toEqual([]);
  });

  it("GDP-12 exports the audit lines about a user without the ids of the staff", async () => {
    const [user, admin, at] = [fixture.newFan(), uuid(), new Date()];
    const lines = [
      { actor: admin, action: "wallet.freeze", target: user },
      { actor: user, action: "wallet.own", target: user },
      { actor: "system", action: "wallet.job", target: user },
    ];
    await fixture.connection
      .collection<{ _id: string }>("audit_log")
      .insertMany(lines.map((line) => ({ ...line, _id: uuid(), details: {}, requestId: null, at })));
    const actors = (await exported(user, "audit_log")).map((row) => (row as { actor: string }).actor);
    expect(actors.sort()).toEqual(["staff", user, "system"].sort());
  });
});
