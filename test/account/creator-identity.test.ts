import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { claimCreatorIdentity, getMe, getMessagingParty, releaseCreatorIdentity, settleCreatorIdentity } from "#libs/contracts/account.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isReservedUsername } from "#services/account/domain/reserved-usernames.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type Fixture, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => {
  account.runtime.clock.reset();
  account.runtime.faults.disarm();
  account.configure({});
});
afterAll(() => account.stop());

const unavailable = "creator.upgrade.username_unavailable";
const newName = () => `name.${uuid().slice(-12)}`;

interface Wish {
  readonly claimId?: string;
  readonly username?: string;
  readonly displayName?: string;
}
const claim = (userId: string, { claimId = uuid(), ...wish }: Wish = {}) =>
  account.call(claimCreatorIdentity, { claimId, userId, ...wish });
const release = (userId: string, claimId: string) => account.call(releaseCreatorIdentity, { claimId, userId });
const settle = (userId: string, claimId: string) => account.call(settleCreatorIdentity, { claimId, userId });

async function stored(userId: string) {
  const [user] = await account.rows("users", { _id: userId });
  return { username: user?.username, displayName: user?.displayName, intent: user?.intent, claim: user?.claim };
}

/** Somebody whose claim of a name is final. */
async function aCreator(username = newName()) {
  const member = await account.member();
  const claimId = uuid();
  await claim(member.userId, { claimId, username });
  await settle(member.userId, claimId);
  return { ...member, claimId, username };
}

describe("account's part of POST /creators/upgrade", () => {
  it("UPG-04 UPG-11 takes name, display name and intent", async () => {
    const { userId, ...me } = await account.member();
    const [claimId, username] = [uuid(), newName()];
    expect(await claim(userId, { claimId, username, displayName: "Ada" })).toEqual({ username, displayName: "Ada" });
    await settle(userId, claimId);
    expect(await me.call(getMe, {})).toMatchObject({ username, displayName: "Ada", intent: "CREATOR" });
    expect(await stored(userId)).toEqual({ username, displayName: "Ada", intent: "CREATOR", claim: null });
  });

  it("UPG-25 tells others once it is settled, and not before", async () => {
    const { userId } = await account.member();
    const [claimId, username] = [uuid(), newName()];
    await claim(userId, { claimId, username });
    const told = () => account.rows("outbox", { event: "user.changed", "payload.userId": userId });
    expect(await told()).toEqual([]);
    await settle(userId, claimId);
    await settle(userId, claimId);
    expect(await told()).toMatchObject([{ payload: { username } }]);
  });

  it("UPG-22 shows nothing of a claim until it is settled", async () => {
    const { userId, ...me } = await account.member();
    await claim(userId, { username: newName(), displayName: "Half" });
    expect(await me.call(getMe, {})).toMatchObject({ username: null, displayName: null, intent: "FAN" });
    expect(await account.call(getMessagingParty, { userId })).toMatchObject({ username: null, displayName: null });
  });

  it("UPG-06 UPG-10 wants a name when there is none; an empty one is none", async () => {
    const { userId } = await account.member();
    expect(await outcomeOf(claim(userId))).toBe("creator.upgrade.username_required");
    expect(await outcomeOf(claim(userId, { username: "   " }))).toBe("creator.upgrade.username_required");
  });

  it("UPG-07 takes the name of the user when none is given", async () => {
    const { userId, username } = await aCreator();
    expect(await claim(userId)).toMatchObject({ username });
  });

  it("UPG-08 normalises the name", async () => {
    const { userId } = await account.member();
    const suffix = uuid().slice(-12);
    expect(await claim(userId, { username: `  Alice.B-1_x${suffix.toUpperCase()}  ` })).toMatchObject({ username: `alice.b-1_x${suffix}` });
  });

  it.each(["admin", "  Admin ", "ＡＤＭＩＮ", "root", "me", "undefined", "api", "discover", ".well-known", "..", "-"])(
    "UPG-15 refuses the reserved name %j",
    async (username) => {
      const { userId } = await account.member();
      expect(await outcomeOf(claim(userId, { username }))).toBe(unavailable);
      expect(await stored(userId)).toMatchObject({ username: null, intent: "FAN", claim: null });
    },
  );

  it("UPG-15 no name stands before a page of the site or a path of the interface", async () => {
    const pages = [
      "verify-email",
      "forgot-password",
      "reset-password",
      "email-subscriptions",
      "settings",
      "notifications",
      "docs",
      "metrics",
    ];
    const paths = allContracts.flatMap(({ http }) => http?.path.split("/")[1] ?? []);
    expect(paths.length).toBeGreaterThan(100);
    expect([...new Set([...pages, ...paths])].filter((segment) => !isReservedUsername(segment))).toEqual([]);
  });

  it("UPG-16 refuses a reserved name of the user record as well", async () => {
    const { userId } = await account.member();
    await account.database.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { username: "staff" } });
    expect(await outcomeOf(claim(userId))).toBe(unavailable);
  });

  it("UPG-17 refuses the name of somebody else", async () => {
    const { username } = await aCreator();
    const { userId } = await account.member();
    expect(await outcomeOf(claim(userId, { username: username.toUpperCase() }))).toBe(unavailable);
    expect(await stored(userId)).toMatchObject({ username: null, intent: "FAN", claim: null });
  });

  it("UPG-17 of twenty users who want one name at once exactly one gets it", async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => account.member()));
    const userIds = members.map(({ userId }) => userId);
    const username = newName();
    const outcomes = await Promise.all(userIds.map((userId) => outcomeOf(claim(userId, { username }))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === unavailable)).toHaveLength(19);
    expect(await account.rows("users", { username })).toHaveLength(1);
    expect(await account.rows("users", { _id: { $in: userIds }, intent: "CREATOR" })).toHaveLength(1);
  });

  it("UPG-20 of twenty claims of one user at once exactly one is made", async () => {
    const { userId } = await account.member();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(claim(userId, { username: newName() }))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "creator.upgrade.already_creator")).toHaveLength(19);
  });

  it("UPG-21 refuses a user who does not exist", async () => {
    expect(await outcomeOf(claim(uuid(), { username: newName() }))).toBe("creator.upgrade.user_not_found");
  });
});

describe("repeating and undoing a claim", () => {
  it("UPG-22 the same claim again answers the same, also when the first answer was lost", async () => {
    const { userId } = await account.member();
    const wish = { claimId: uuid(), username: newName(), displayName: "Ada" };
    account.runtime.faults.arm({ point: "account.claim", mode: "error", times: 1 });
    expect(await outcomeOf(claim(userId, wish))).toContain("account.claim");
    expect(await claim(userId, wish)).toEqual({ username: wish.username, displayName: "Ada" });
    await settle(userId, wish.claimId);
    expect(await claim(userId, wish)).toEqual({ username: wish.username, displayName: "Ada" });
    expect(await stored(userId)).toMatchObject({ claim: null });
  });

  it("UPG-22 a release puts back name, display name and intent, and frees the name", async () => {
    const { userId } = await account.member();
    const before = await stored(userId);
    const wish = { claimId: uuid(), username: newName(), displayName: "Ada" };
    await claim(userId, wish);
    await release(userId, wish.claimId);
    await release(userId, wish.claimId);
    expect(await stored(userId)).toEqual(before);
    const { userId: another } = await account.member();
    expect(await outcomeOf(claim(another, { username: wish.username }))).toBe("ok");
  });

  it("UPG-22 a release puts back a former name, with names held or not", async () => {
    for (const holdDays of [30, 0]) {
      account.configure({ "auth.username_hold_days": holdDays });
      const { userId, username } = await aCreator();
      const claimId = uuid();
      await claim(userId, { claimId, username: newName() });
      const { userId: thief } = await account.member();
      expect(await outcomeOf(claim(thief, { username }))).toBe(unavailable);
      await release(userId, claimId);
      expect(await stored(userId)).toMatchObject({ username, intent: "CREATOR", claim: null });
      expect(await account.rows("reserved_usernames", { _id: username })).toEqual([]);
    }
  });

  it("UPG-22 a claim that arrives after its release is refused", async () => {
    const { userId } = await account.member();
    const claimId = uuid();
    await release(userId, claimId);
    expect(await outcomeOf(claim(userId, { claimId, username: newName() }))).toBe("error.conflict");
    expect(await stored(userId)).toMatchObject({ username: null, intent: "FAN", claim: null });
    expect(await outcomeOf(claim(userId, { username: newName() }))).toBe("ok");
  });

  it("UPG-22 claim and release at once end with nothing claimed", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { userId } = await account.member();
      const claimId = uuid();
      await Promise.all([outcomeOf(claim(userId, { claimId, username: newName() })), release(userId, claimId)]);
      expect(await stored(userId)).toMatchObject({ username: null, intent: "FAN", claim: null });
    }
  });

  it("UPG-22 settles the claim that is meant, and no other", async () => {
    const { userId } = await account.member();
    const claimId = uuid();
    await claim(userId, { claimId, username: newName() });
    await settle(userId, uuid());
    expect(await stored(userId)).toMatchObject({ claim: { id: claimId } });
    expect(await account.rows("outbox", { "payload.userId": userId })).toEqual([]);
    await settle(userId, claimId);
    expect(await stored(userId)).toMatchObject({ claim: null, intent: "CREATOR" });
  });

  it("UPG-22 a release after the settlement, of another claim or of nobody changes nothing", async () => {
    const { userId, username, claimId } = await aCreator();
    await release(userId, claimId);
    await release(userId, uuid());
    await release(uuid(), claimId);
    expect(await stored(userId)).toMatchObject({ username, intent: "CREATOR" });
  });
});

describe("former usernames", () => {
  async function renamed(holdDays?: number) {
    if (holdDays !== undefined) account.configure({ "auth.username_hold_days": holdDays });
    const creator = await aCreator();
    const claimId = uuid();
    await claim(creator.userId, { claimId, username: newName() });
    await settle(creator.userId, claimId);
    return creator;
  }
  const wants = async (username: string) => outcomeOf(claim((await account.member()).userId, { username }));

  it("UPG-26 are held for 30 days, for their user", async () => {
    const { username, userId } = await renamed();
    expect(await wants(username)).toBe(unavailable);
    account.runtime.clock.advance(29 * DAY);
    expect(await wants(username)).toBe(unavailable);
    expect(await outcomeOf(claim(userId, { username }))).toBe("ok");
  });

  it("UPG-26 are free after the hold", async () => {
    const { username } = await renamed();
    account.runtime.clock.advance(30 * DAY + 1_000);
    expect(await wants(username)).toBe("ok");
  });

  it("UPG-26 are held for as long as the setting says", async () => {
    const { username } = await renamed(7);
    account.runtime.clock.advance(6 * DAY);
    expect(await wants(username)).toBe(unavailable);
    account.runtime.clock.advance(DAY + 1_000);
    expect(await wants(username)).toBe("ok");
  });

  it("UPG-26 are free at once when names are not held", async () => {
    const { username } = await renamed(0);
    expect(await wants(username)).toBe("ok");
  });
});
