import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { addSocial, followCreator, getFollow, listFollows, unfollowCreator } from "#libs/contracts/creator/index.ts";
import { messageSent } from "#libs/contracts/messaging/index.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const followers = async (creatorId: string) => (await world.profile(creatorId)).totalFollowers;

describe("follows", () => {
  it("counts a follower once when the request is repeated, and likewise when the user unfollows", async () => {
    const { creatorId } = await world.newCreator();
    const fan = world.newUser();
    const updatedAt = (await world.profile(creatorId)).updatedAt;
    for (let time = 0; time < 3; time++) expect(await fan.call(followCreator, { creatorId })).toEqual({ following: true });
    expect(await followers(creatorId)).toBe(1);
    for (let time = 0; time < 3; time++) expect(await fan.call(unfollowCreator, { creatorId })).toEqual({ following: false });
    expect(await followers(creatorId)).toBe(0);
    expect((await world.profile(creatorId)).updatedAt).toEqual(updatedAt);
  });

  it("counts one of ten parallel requests of a user", async () => {
    const { creatorId } = await world.newCreator();
    const fan = world.newUser();
    await Promise.all(Array.from({ length: 10 }, () => fan.call(followCreator, { creatorId })));
    expect(await followers(creatorId)).toBe(1);
    expect(await world.stored("follows", { creatorId })).toHaveLength(1);
    await Promise.all(Array.from({ length: 10 }, () => fan.call(unfollowCreator, { creatorId })));
    expect(await followers(creatorId)).toBe(0);
  });

  it("keeps the total equal to the number of stored follows when ten users follow and unfollow at once", async () => {
    const { creatorId } = await world.newCreator();
    const fans = Array.from({ length: 10 }, () => world.newUser());
    await Promise.all(fans.map((fan) => fan.call(followCreator, { creatorId })));
    expect(await followers(creatorId)).toBe(10);
    await Promise.all(fans.flatMap((fan) => [fan.call(unfollowCreator, { creatorId }), fan.call(followCreator, { creatorId })]));
    expect(await followers(creatorId)).toBe((await world.stored("follows", { creatorId })).length);
  });

  it("refuses to follow oneself with 400, and an unknown or hidden creator with 404", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    await expect(creator.call(followCreator, { creatorId })).rejects.toMatchObject({ key: "creator.follow.self", code: 400 });
    const fan = world.newUser();
    const notFound = { key: "creator.error.not_found", code: 404 };
    for (const unknown of [uuid(), "x", "", "$ne"]) {
      await expect(fan.call(followCreator, { creatorId: unknown })).rejects.toMatchObject(notFound);
      await expect(fan.call(unfollowCreator, { creatorId: unknown })).rejects.toMatchObject(notFound);
    }
    for (const hidden of [{ creatorStatus: "BANNED" }, { creatorStatus: "DEACTIVATED" }, { userStatus: "DEACTIVATED" }]) {
      const { creatorId: id } = await world.newCreator(hidden);
      await expect(fan.call(followCreator, { creatorId: id })).rejects.toMatchObject(notFound);
    }
    for (const visible of [{ creatorStatus: "VACATION" }, { creatorStatus: "SUSPENDED" }]) {
      const { creatorId: id } = await world.newCreator(visible);
      await expect(fan.call(followCreator, { creatorId: id })).resolves.toEqual({ following: true });
    }
  });

  it("lets a user unfollow a banned creator", async () => {
    const { creatorId } = await world.newCreator();
    const fan = world.newUser();
    await fan.call(followCreator, { creatorId });
    await world.updateProfile(creatorId, { creatorStatus: "BANNED" });
    expect(await fan.call(unfollowCreator, { creatorId })).toEqual({ following: false });
    expect(await followers(creatorId)).toBe(0);
  });

  it("tells whether the user follows one creator, also while it is hidden; an unknown creator has no followers", async () => {
    const [followed, other] = [await world.newCreator(), await world.newCreator()];
    const fan = world.newUser();
    await fan.call(followCreator, { creatorId: followed.creatorId });
    await world.updateProfile(followed.creatorId, { creatorStatus: "BANNED" });
    const tells = async (creatorId: string) => (await fan.call(getFollow, { creatorId })).following;
    expect(await Promise.all([followed.creatorId, other.creatorId, uuid()].map(tells))).toEqual([true, false, false]);
    expect(await world.newUser().call(getFollow, { creatorId: followed.creatorId })).toEqual({ following: false });
  });

  it("lists the followed creators, last followed first, with their public fields", async () => {
    const [first, second, hidden] = [await world.newCreator(), await world.newCreator(), await world.newCreator()];
    const [fan, stranger] = [world.newUser(), world.newUser()];
    for (const { creatorId } of [first, second, hidden]) {
      await fan.call(followCreator, { creatorId });
      world.runtime.clock.advance(10);
    }
    await stranger.call(followCreator, { creatorId: first.creatorId });
    await world.updateProfile(hidden.creatorId, { userStatus: "DEACTIVATED" });
    const { items, total } = await fan.call(listFollows, {});
    expect([items.map(({ creatorId }) => creatorId), total]).toEqual([[hidden.creatorId, second.creatorId, first.creatorId], 3]);
    expect(items[0]).toMatchObject({ username: null, displayName: null, avatarUrl: null, level: null });
    expect(items[2]).toMatchObject({ username: first.username, displayName: "Some Body", level: "BRONZE" });
    const page = await fan.call(listFollows, { page: 2, limit: 2 });
    expect(page).toMatchObject({ items: [{ creatorId: first.creatorId }], total: 3, page: 2, limit: 2, totalPages: 2 });
    await expect(world.broker.call("creator.listFollows", {})).rejects.toMatchObject({ code: 401 });
  });
});

describe("erasure of an account", () => {
  const erase = (userId: string, creatorId?: string) => call(world.broker, eraseUser.creator, { userId, creatorId });

  it("GDP-08 erases the follows of the user and lowers the total of each creator", async () => {
    const [one, other] = [await world.newCreator(), await world.newCreator()];
    const [fan, remaining] = [world.newUser(), world.newUser()];
    for (const { creatorId } of [one, other]) await fan.call(followCreator, { creatorId });
    await remaining.call(followCreator, { creatorId: one.creatorId });
    for (const time of [1, 2]) expect([time, (await erase(fan.userId)).erased.follows]).toEqual([time, 2]);
    expect(await world.stored("follows", { userId: fan.userId })).toEqual([]);
    expect([await followers(one.creatorId), await followers(other.creatorId)]).toEqual([1, 0]);
  });

  it("GDP-08 GDP-12 erases followers and social accounts of a creator, and exports the accounts without their codes", async () => {
    const { creatorId, userId, ...creator } = await world.newCreator();
    await world.newUser().call(followCreator, { creatorId });
    await creator.call(addSocial, { creatorId, platform: "somewhere", handle: "gone" });
    const { rows } = await call(world.broker, exportUser.creator, { userId, creatorId });
    const exported = rows.filter(({ collection }) => collection === "social_accounts").map(({ row }) => row);
    expect(exported).toMatchObject([{ platform: "SOMEWHERE", handle: "gone" }]);
    expect(JSON.stringify(exported)).not.toContain("verify-");
    expect((await erase(userId, creatorId)).erased).toMatchObject({ follows: 1, social_accounts: 1 });
    for (const collection of ["follows", "social_accounts"]) expect(await world.stored(collection, { creatorId })).toEqual([]);
  });
});

describe("total of messages", () => {
  const publishSent = (receiverId: string, id = uuid()) => {
    const at = world.runtime.clock.now().toISOString();
    const ids = { messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId };
    const offer = { dmType: "FREE", status: "DELIVERED", price: null, currency: "EUR", senderName: null, expiresAt: at, sentAt: at };
    return world.runtime.stream.publish({
      ...{ id, event: messageSent.name, at, requestId: null, source: "messaging" },
      payload: { ...ids, ...offer },
    });
  };

  it("DSC-06 counts each message to the creator once, however often its event is delivered", async () => {
    const { creatorId, userId } = await world.newCreator();
    const id = uuid();
    await publishSent(userId, id);
    await publishSent(userId);
    await publishSent(uuid());
    await eventually(async () => expect(await world.profile(creatorId)).toMatchObject({ totalMessages: 2 }));
    const applied = () => world.stored("inbox", { _id: { $gte: "creator:", $lt: "creator;" } });
    await eventually(async () => expect(await applied()).toHaveLength(3));
    await publishSent(userId, id);
    await publishSent(userId);
    await eventually(async () => expect(await applied()).toHaveLength(4));
    expect(await world.profile(creatorId)).toMatchObject({ totalMessages: 3 });
  });
});
