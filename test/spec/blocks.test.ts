import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type Constellation, type CreatorPerson, constellation, dataOf, type Person } from "#test/support/constellation.ts";
import { refusalOf } from "./refusal.ts";

let system: Constellation;
let fan: Person;
let creator: CreatorPerson;

beforeAll(async () => {
  system = await constellation();
  [fan, creator] = await Promise.all([system.newUser(), system.newCreator()]);
  await system.setConfig("dm.free_per_creator_daily", 100);
});

afterAll(() => system.stop());

const write = (from: Person, to: Person) => from.send("POST", "/messages", { receiverId: to.userId, dmType: "FREE", content: uuid() });
const blocked = async (of: Person) =>
  dataOf<{ items: { userId: string }[] }>(await of.send("GET", "/blocks"), 200).items.map(({ userId }) => userId);

describe("blocks", () => {
  it("BLK-01 MSG-17 take effect at once, twice is as good as once, and end at once", async () => {
    expect((await write(fan, creator)).status).toBe(201);
    for (const _time of [1, 2]) {
      expect((await creator.send("PUT", `/blocks/${fan.userId}`)).body).toEqual({ success: true });
      expect(refusalOf(await write(fan, creator))).toBe("403 message.send.error.blocked");
    }
    expect(await blocked(creator)).toEqual([fan.userId]);
    for (const _time of [1, 2]) expect((await creator.send("DELETE", `/blocks/${fan.userId}`)).body).toEqual({ success: true });
    expect([await blocked(creator), (await write(fan, creator)).status]).toEqual([[], 201]);
  });

  it("MSG-17 the other direction is not blocked", async () => {
    const other = await system.newCreator();
    await creator.send("PUT", `/blocks/${other.userId}`);
    expect(refusalOf(await write(other, creator))).toBe("403 message.send.error.blocked");
    expect((await write(creator, other)).status).toBe(201);
  });

  it("BLK-01 nobody blocks himself, and lists are one's own", async () => {
    expect(refusalOf(await fan.send("PUT", `/blocks/${fan.userId}`))).toBe("400 message.block.error.self");
    expect(await blocked(fan)).toEqual([]);
  });

  it("BLK-01 MSG-39 a block shows only after the rules before it", async () => {
    const unverified = await system.newUser({ verified: false });
    await creator.send("PUT", `/blocks/${unverified.userId}`);
    expect(refusalOf(await write(unverified, creator))).toBe("403 message.send.error.email_not_verified");
    await creator.send("PUT", `/blocks/${fan.userId}`);
    await creator.send("PATCH", `/creators/${creator.creatorId}/dm-settings`, { dmActive: false });
    expect(refusalOf(await write(fan, creator))).toBe("403 message.send.error.blocked");
  });
});
