import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

let system: TestSystem;
let fan: Person;
let creator: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem();
  [fan, creator] = await Promise.all([system.newUser(), system.newCreator()]);
  await system.setConfig("dm.free_per_creator_daily", 100);
});

afterAll(() => system.stop());

const sendFree = (from: Person, to: Person) => from.send("POST", "/messages", { receiverId: to.userId, dmType: "FREE", content: uuid() });
const blockedIds = async (of: Person) =>
  dataOf<{ items: { userId: string }[] }>(await of.send("GET", "/blocks"), 200).items.map(({ userId }) => userId);

describe("blocks", () => {
  it("BLK-01 MSG-17 blocks start and end at once; a repeated request changes nothing", async () => {
    expect((await sendFree(fan, creator)).status).toBe(201);
    for (const _time of [1, 2]) {
      expect((await creator.send("PUT", `/blocks/${fan.userId}`)).body).toEqual({ success: true });
      expect(refusalOf(await sendFree(fan, creator))).toBe("403 message.send.error.blocked");
    }
    expect(await blockedIds(creator)).toEqual([fan.userId]);
    for (const _time of [1, 2]) expect((await creator.send("DELETE", `/blocks/${fan.userId}`)).body).toEqual({ success: true });
    expect([await blockedIds(creator), (await sendFree(fan, creator)).status]).toEqual([[], 201]);
  });

  it("BLK-01 blocks are listed with the names of people whom one has written with, and with no other names", async () => {
    const [writer, stranger] = [await system.newUser({ displayName: "Wren" }), await system.newUser({ displayName: "Sam" })];
    dataOf(await sendFree(writer, creator), 201);
    for (const { userId } of [writer, stranger]) await creator.send("PUT", `/blocks/${userId}`);
    const { items } = dataOf<{ items: object[] }>(await creator.send("GET", "/blocks"), 200);
    expect(items).toMatchObject([
      { userId: stranger.userId, displayName: null, username: null },
      { userId: writer.userId, displayName: "Wren" },
    ]);
  });

  it("MSG-17 blocks do not apply in the other direction", async () => {
    const other = await system.newCreator();
    await creator.send("PUT", `/blocks/${other.userId}`);
    expect(refusalOf(await sendFree(other, creator))).toBe("403 message.send.error.blocked");
    expect((await sendFree(creator, other)).status).toBe(201);
  });

  it("BLK-01 blocks of oneself are refused with 400; lists show own blocks only", async () => {
    expect(refusalOf(await fan.send("PUT", `/blocks/${fan.userId}`))).toBe("400 message.block.error.self");
    expect(await blockedIds(fan)).toEqual([]);
  });

  it("BLK-01 MSG-39 blocks are checked in the order of the rules of a send", async () => {
    const unverified = await system.newUser({ verified: false });
    await creator.send("PUT", `/blocks/${unverified.userId}`);
    expect(refusalOf(await sendFree(unverified, creator))).toBe("403 message.send.error.email_not_verified");
    await creator.send("PUT", `/blocks/${fan.userId}`);
    await creator.send("PATCH", `/creators/${creator.creatorId}/dm-settings`, { dmActive: false });
    expect(refusalOf(await sendFree(fan, creator))).toBe("403 message.send.error.blocked");
  });
});
