import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  claimCreatorIdentity,
  getMe,
  getUserSummary,
  releaseCreatorIdentity,
  settleCreatorIdentity,
} from "#libs/contracts/account/index.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isReservedUsername } from "#services/account/domain/username.ts";
import { outcomeOf } from "../support/act-as.ts";
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

interface ClaimRequest {
  readonly claimId?: string;
  readonly username?: string;
  readonly displayName?: string;
}
const claim = (userId: string, { claimId = uuid(), ...request }: ClaimRequest = {}) =>
  account.call(claimCreatorIdentity, { claimId, userId, ...request });
const release = (userId: string, claimId: string) => account.call(releaseCreatorIdentity, { claimId, userId });
const settle = (userId: string, claimId: string) => account.call(settleCreatorIdentity, { claimId, userId });

async function stored(userId: string) {
  const [user] = await account.rows("users", { _id: userId });
  return { username: user?.username, displayName: user?.displayName, intent: user?.intent, claim: user?.claim };
}

/** A user whose username is confirmed. */
async function newCreator(username = newName()) {
  const member = await account.member();
  const claimId = uuid();
  await claim(member.userId, { claimId, username });
  await settle(member.userId, claimId);
  return { ...member, claimId, username };
}

describe("account.claimCreatorIdentity", () => {
  it("UPG-04 UPG-11 sets username, display name and intent", async () => {
    const { userId, ...me } = await account.member();
    const [claimId, username] = [uuid(), newName()];
    expect(await claim(userId, { claimId, username, displayName: "Ada" })).toEqual({ username, displayName: "Ada" });
    await settle(userId, claimId);
    expect(await me.call(getMe, {})).toMatchObject({ username, displayName: "Ada", intent: "CREATOR" });
    expect(await stored(userId)).toEqual({ username, displayName: "Ada", intent: "CREATOR", claim: null });
  });

  it("UPG-25 publishes user.changed once, when the claim is settled and not before", async () => {
    const { userId } = await account.member();
    const [claimId, username] = [uuid(), newName()];
    await claim(userId, { claimId, username });
    const facts = () => account.rows("outbox", { event: "user.changed", "payload.userId": userId });
    expect(await facts()).toEqual([]);
    await settle(userId, claimId);
    await settle(userId, claimId);
    expect(await facts()).toMatchObject([{ payload: { username } }]);
  });

  it("UPG-22 hides a claim until it is settled", async () => {
    const { userId, ...me } = await account.member();
    await claim(userId, { username: newName(), displayName: "Half" });
    expect(await me.call(getMe, {})).toMatchObject({ username: null, displayName: null, intent: "FAN" });
    expect(await account.call(getUserSummary, { userId })).toMatchObject({ username: null, displayName: null });
  });

  it("UPG-06 UPG-10 refuses a missing or blank username of a user who has none", async () => {
    const { userId } = await account.member();
    expect(await outcomeOf(claim(userId))).toBe("creator.upgrade.username_required");
    expect(await outcomeOf(claim(userId, { username: "   " }))).toBe("creator.upgrade.username_required");
  });

  it("UPG-07 keeps the user's username when the claim names none", async () => {
    const { userId, username } = await newCreator();
    expect(await claim(userId)).toMatchObject({ username });
  });

  it("UPG-08 normalizes the username", async () => {
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

  it.each([
    "root.",
    "_admin",
    "adm.in",
    "a-d-m-i-n",
    "adrnin",
    "adm1n",
    "r00t",
    "he1p",
    "vvvvvv",
    "__proto__",
    "constructor",
    "ＲＯＯＴ．",
  ])("UPG-28 LOD-10 refuses %j, which reads like a reserved name or is a word of the language", async (username) => {
    const { userId } = await account.member();
    expect(await outcomeOf(claim(userId, { username }))).toBe(unavailable);
  });

  it.each(["roots", "admina", "proto", "cleo.b", "mia", "0", "1-2-3"])("UPG-28 lets users claim %j", (username) => {
    expect(isReservedUsername(username)).toBe(false);
  });

  it("UPG-15 reserves every page of the site and every first path segment of the interface", async () => {
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

  it("UPG-16 refuses the user's own username when it is reserved", async () => {
    const { userId } = await account.member();
    await account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { username: "staff" } });
    expect(await outcomeOf(claim(userId))).toBe(unavailable);
  });

  it("UPG-17 refuses the username of another user", async () => {
    const { username } = await newCreator();
    const { userId } = await account.member();
    expect(await outcomeOf(claim(userId, { username: username.toUpperCase() }))).toBe(unavailable);
    expect(await stored(userId)).toMatchObject({ username: null, intent: "FAN", claim: null });
  });

  it("UPG-17 gives a username to exactly one of twenty users who claim it at once", async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => account.member()));
    const userIds = members.map(({ userId }) => userId);
    const username = newName();
    const outcomes = await Promise.all(userIds.map((userId) => outcomeOf(claim(userId, { username }))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === unavailable)).toHaveLength(19);
    expect(await account.rows("users", { username })).toHaveLength(1);
    expect(await account.rows("users", { _id: { $in: userIds }, intent: "CREATOR" })).toHaveLength(1);
  });

  it("UPG-20 accepts exactly one of twenty parallel claims of one user", async () => {
    const { userId } = await account.member();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(claim(userId, { username: newName() }))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "creator.upgrade.already_creator")).toHaveLength(19);
  });

  it("UPG-21 refuses an unknown user", async () => {
    expect(await outcomeOf(claim(uuid(), { username: newName() }))).toBe("creator.upgrade.user_not_found");
  });
});

describe("repeated and released claims", () => {
  it("UPG-22 answers a repeated claim like the first one, also when the first answer was lost", async () => {
    const { userId } = await account.member();
    const request = { claimId: uuid(), username: newName(), displayName: "Ada" };
    account.runtime.faults.arm({ point: "account.claim", mode: "error", times: 1 });
    expect(await outcomeOf(claim(userId, request))).toContain("account.claim");
    expect(await claim(userId, request)).toEqual({ username: request.username, displayName: "Ada" });
    await settle(userId, request.claimId);
    expect(await claim(userId, request)).toEqual({ username: request.username, displayName: "Ada" });
    expect(await stored(userId)).toMatchObject({ claim: null });
  });

  it("UPG-22 a release restores username, display name and intent, and frees the claimed name", async () => {
    const { userId } = await account.member();
    const before = await stored(userId);
    const request = { claimId: uuid(), username: newName(), displayName: "Ada" };
    await claim(userId, request);
    await release(userId, request.claimId);
    await release(userId, request.claimId);
    expect(await stored(userId)).toEqual(before);
    const { userId: another } = await account.member();
    expect(await outcomeOf(claim(another, { username: request.username }))).toBe("ok");
  });

  it("UPG-22 a release restores a former username, whether names are held or not", async () => {
    for (const holdDays of [30, 0]) {
      account.configure({ "auth.username_hold_days": holdDays });
      const { userId, username } = await newCreator();
      const claimId = uuid();
      await claim(userId, { claimId, username: newName() });
      const { userId: other } = await account.member();
      expect(await outcomeOf(claim(other, { username }))).toBe(unavailable);
      await release(userId, claimId);
      expect(await stored(userId)).toMatchObject({ username, intent: "CREATOR", claim: null });
      expect(await account.rows("reserved_usernames", { _id: username })).toEqual([]);
    }
  });

  it("UPG-22 refuses a claim that arrives after its release", async () => {
    const { userId } = await account.member();
    const claimId = uuid();
    await release(userId, claimId);
    expect(await outcomeOf(claim(userId, { claimId, username: newName() }))).toBe("error.conflict");
    expect(await stored(userId)).toMatchObject({ username: null, intent: "FAN", claim: null });
    expect(await outcomeOf(claim(userId, { username: newName() }))).toBe("ok");
  });

  it("UPG-22 leaves nothing claimed when claim and release run in parallel", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { userId } = await account.member();
      const claimId = uuid();
      await Promise.all([outcomeOf(claim(userId, { claimId, username: newName() })), release(userId, claimId)]);
      expect(await stored(userId)).toMatchObject({ username: null, intent: "FAN", claim: null });
    }
  });

  it("UPG-22 settles the given claim and no other", async () => {
    const { userId } = await account.member();
    const claimId = uuid();
    await claim(userId, { claimId, username: newName() });
    await settle(userId, uuid());
    expect(await stored(userId)).toMatchObject({ claim: { id: claimId } });
    expect(await account.rows("outbox", { "payload.userId": userId })).toEqual([]);
    await settle(userId, claimId);
    expect(await stored(userId)).toMatchObject({ claim: null, intent: "CREATOR" });
  });

  it("UPG-22 a release changes nothing after the settlement, for another claim and for an unknown user", async () => {
    const { userId, username, claimId } = await newCreator();
    await release(userId, claimId);
    await release(userId, uuid());
    await release(uuid(), claimId);
    expect(await stored(userId)).toMatchObject({ username, intent: "CREATOR" });
  });
});

describe("former usernames", () => {
  async function newRenamedCreator(holdDays?: number) {
    if (holdDays !== undefined) account.configure({ "auth.username_hold_days": holdDays });
    const creator = await newCreator();
    const claimId = uuid();
    await claim(creator.userId, { claimId, username: newName() });
    await settle(creator.userId, claimId);
    return creator;
  }
  const claimByAnother = async (username: string) => outcomeOf(claim((await account.member()).userId, { username }));

  it("UPG-26 former usernames stay reserved for their user for 30 days", async () => {
    const { username, userId } = await newRenamedCreator();
    expect(await claimByAnother(username)).toBe(unavailable);
    account.runtime.clock.advance(29 * DAY);
    expect(await claimByAnother(username)).toBe(unavailable);
    expect(await outcomeOf(claim(userId, { username }))).toBe("ok");
  });

  it("UPG-26 former usernames are free after 30 days", async () => {
    const { username } = await newRenamedCreator();
    account.runtime.clock.advance(30 * DAY + 1_000);
    expect(await claimByAnother(username)).toBe("ok");
  });

  it("UPG-26 former usernames are held for as many days as the setting says", async () => {
    const { username } = await newRenamedCreator(7);
    account.runtime.clock.advance(6 * DAY);
    expect(await claimByAnother(username)).toBe(unavailable);
    account.runtime.clock.advance(DAY + 1_000);
    expect(await claimByAnother(username)).toBe("ok");
  });

  it("UPG-26 former usernames are free at once when the setting is 0", async () => {
    const { username } = await newRenamedCreator(0);
    expect(await claimByAnother(username)).toBe("ok");
  });
});
