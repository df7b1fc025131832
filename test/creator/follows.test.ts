import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { followCreator, listFollows, unfollowCreator } from "#libs/contracts/creator-discovery.ts";
import { addSocial } from "#libs/contracts/creator-socials.ts";
import { messageSent } from "#libs/contracts/messaging.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const followers = async (creatorId: string) => (await world.profile(creatorId)).totalFollowers;

describe("following", () => {
  it("counts once, and not once more when it is said again; unfollowing likewise", async () => {
    const { creatorId } = await world.aCreator();
    const fan = world.aUser();
    const updatedAt = (await world.profile(creatorId)).updatedAt;
    for (let time = 0; time < 3; time++) expect(await fan.call(followCreator, { creatorId })).toEqual({ following: true });
    expect(await followers(creatorId)).toBe(1);
    for (let time = 0; time < 3; time++) expect(await fan.call(unfollowCreator, { creatorId })).toEqual({ following: false });
    expect(await followers(creatorId)).toBe(0);
    expect((await world.profile(creatorId)).updatedAt).toEqual(updatedAt);
  });

  it("of ten parallel requests of one user one counts", async () => {
    const { creatorId } = await world.aCreator();
    const fan = world.aUser();
    await Promise.all(Array.from({ length: 10 }, () => fan.call(followCreator, { creatorId })));
    expect(await followers(creatorId)).toBe(1);
    expect(await world.stored("follows", { creatorId })).toHaveLength(1);
    await Promise.all(Array.from({ length: 10 }, () => fan.call(unfollowCreator, { creatorId })));
    expect(await followers(creatorId)).toBe(0);
  });

  it("ten users at the same time are ten followers; the total is the number of rows after any mixture", async () => {
    const { creatorId } = await world.aCreator();
    const fans = Array.from({ length: 10 }, () => world.aUser());
    await Promise.all(fans.map((fan) => fan.call(followCreator, { creatorId })));
    expect(await followers(creatorId)).toBe(10);
    await Promise.all(fans.flatMap((fan) => [fan.call(unfollowCreator, { creatorId }), fan.call(followCreator, { creatorId })]));
    expect(await followers(creatorId)).toBe((await world.stored("follows", { creatorId })).length);
  });

  it("not oneself, not whom there is not, not whom nobody sees", async () => {
    const { creatorId, ...creator } = await world.aCreator();
    await expect(creator.call(followCreator, { creatorId })).rejects.toMatchObject({ key: "creator.follow.self", code: 400 });
    const fan = world.aUser();
    const gone = { key: "creator.error.not_found", code: 404 };
    for (const unknown of [uuid(), "x", "", "$ne"]) {
      await expect(fan.call(followCreator, { creatorId: unknown })).rejects.toMatchObject(gone);
      await expect(fan.call(unfollowCreator, { creatorId: unknown })).rejects.toMatchObject(gone);
    }
    for (const hidden of [{ creatorStatus: "BANNED" }, { creatorStatus: "DEACTIVATED" }, { userStatus: "DEACTIVATED" }]) {
      const { creatorId: id } = await world.aCreator(hidden);
      await expect(fan.call(followCreator, { creatorId: id })).rejects.toMatchObject(gone);
    }
    for (const seen of [{ creatorStatus: "VACATION" }, { creatorStatus: "SUSPENDED" }]) {
      const { creatorId: id } = await world.aCreator(seen);
      await expect(fan.call(followCreator, { creatorId: id })).resolves.toEqual({ following: true });
    }
  });

  it("is undone also when the creator is banned", async () => {
    const { creatorId } = await world.aCreator();
    const fan = world.aUser();
    await fan.call(followCreator, { creatorId });
    await world.put(creatorId, { creatorStatus: "BANNED" });
    expect(await fan.call(unfollowCreator, { creatorId })).toEqual({ following: false });
    expect(await followers(creatorId)).toBe(0);
  });

  it("the own list: last followed first, with what is public of the creator", async () => {
    const [first, second, hidden] = [await world.aCreator(), await world.aCreator(), await world.aCreator()];
    const [fan, stranger] = [world.aUser(), world.aUser()];
    for (const { creatorId } of [first, second, hidden]) {
      await fan.call(followCreator, { creatorId });
      world.runtime.clock.advance(10);
    }
    await stranger.call(followCreator, { creatorId: first.creatorId });
    await world.put(hidden.creatorId, { userStatus: "DEACTIVATED" });
    const { items, total } = await fan.call(listFollows, {});
    expect([items.map(({ creatorId }) => creatorId), total]).toEqual([[hidden.creatorId, second.creatorId, first.creatorId], 3]);
    expect(items[0]).toMatchObject({ username: null, displayName: null, avatarUrl: null, level: null });
    expect(items[2]).toMatchObject({ username: first.username, displayName: "Some Body", level: "BRONZE" });
    const page = await fan.call(listFollows, { page: 2, limit: 2 });
    expect(page).toMatchObject({ items: [{ creatorId: first.creatorId }], total: 3, page: 2, limit: 2, totalPages: 2 });
    await expect(world.broker.call("creator.listFollows", {})).rejects.toMatchObject({ code: 401 });
  });
});

describe("the end of an account", () => {
  const erase = (userId: string, creatorId?: string) => call(world.broker, eraseUser.creator, { userId, creatorId });

  it("GDP-08 takes whom the user follows, and each creator loses the follower", async () => {
    const [one, other] = [await world.aCreator(), await world.aCreator()];
    const [fan, stays] = [world.aUser(), world.aUser()];
    for (const { creatorId } of [one, other]) await fan.call(followCreator, { creatorId });
    await stays.call(followCreator, { creatorId: one.creatorId });
    for (const time of [1, 2]) expect([time, (await erase(fan.userId)).erased.follows]).toEqual([time, 2]);
    expect(await world.stored("follows", { userId: fan.userId })).toEqual([]);
    expect([await followers(one.creatorId), await followers(other.creatorId)]).toEqual([1, 0]);
  });

  it("GDP-08 GDP-12 takes the followers and the accounts of a creator; an export shows the accounts without their codes", async () => {
    const { creatorId, userId, ...creator } = await world.aCreator();
    await world.aUser().call(followCreator, { creatorId });
    await creator.call(addSocial, { creatorId, platform: "somewhere", handle: "gone" });
    const { rows } = await call(world.broker, exportUser.creator, { userId, creatorId });
    const shown = rows.filter(({ collection }) => collection === "social_accounts").map(({ row }) => row);
    expect(shown).toMatchObject([{ platform: "SOMEWHERE", handle: "gone" }]);
    expect(JSON.stringify(shown)).not.toContain("verify-");
    expect((await erase(userId, creatorId)).erased).toMatchObject({ follows: 1, social_accounts: 1 });
    for (const collection of ["follows", "social_accounts"]) expect(await world.stored(collection, { creatorId })).toEqual([]);
  });
});

describe("the total of messages", () => {
  const sent = (receiverId: string, id = uuid()) => {
    const at = world.runtime.clock.now().toISOString();
    const ids = { messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId };
    const offer = { dmType: "FREE", status: "DELIVERED", price: null, currency: "EUR", senderName: null, expiresAt: at, sentAt: at };
    return world.runtime.stream.publish({
      ...{ id, event: messageSent.name, at, requestId: null, source: "messaging" },
      payload: { ...ids, ...offer },
    });
  };

  it("DSC-06 grows by one with each message that reached the creator, however often the fact is told", async () => {
    const { creatorId, userId } = await world.aCreator();
    const id = uuid();
    await sent(userId, id);
    await sent(userId);
    await sent(uuid());
    await eventually(async () => expect(await world.profile(creatorId)).toMatchObject({ totalMessages: 2 }));
    const applied = () => world.stored("inbox", { _id: { $regex: "^creator:" } });
    await eventually(async () => expect(await applied()).toHaveLength(3));
    await sent(userId, id);
    await sent(userId);
    await eventually(async () => expect(await applied()).toHaveLength(4));
    expect(await world.profile(creatorId)).toMatchObject({ totalMessages: 3 });
  });
});
