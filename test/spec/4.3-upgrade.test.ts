import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.stop());

const UNAVAILABLE = "409 creator.upgrade.username_unavailable";
const ALREADY_CREATOR = "409 creator.upgrade.already_creator";
const USERNAME_REQUIRED = "400 creator.upgrade.username_required";

interface UpgradeResult {
  readonly creatorId: string;
  readonly bioPageUrl: string;
}

const newUsername = () => `n${uuid().slice(-12)}`;
const upgrade = (user: Person, body: unknown) => user.send("POST", "/creators/upgrade", body);
const outcome = async (user: Person, body: unknown) => refusalOf(await upgrade(user, body));
const me = async (user: Person) => dataOf<Record<string, unknown>>(await user.send("GET", "/auth/me"), 200);
const page = async (username: string) => dataOf<Record<string, unknown>>(await system.send("GET", `/bio/${username}`), 200);
const countRows = (collection: string, userId: string) =>
  system.runtime.database("creator").connection.collection(collection).countDocuments({ userId });

describe("spec 4.3: upgrade to a creator over HTTP", () => {
  it("UPG-01 UPG-02 UPG-03 UPG-04 UPG-05 creates profile, published page and intent as in table 3.2", async () => {
    const user = await system.newUser({ displayName: "Una" });
    const username = newUsername();
    const { creatorId, bioPageUrl } = dataOf<UpgradeResult>(await upgrade(user, { username, themeId: "midnight" }), 201);
    expect(bioPageUrl).toBe(`http://127.0.0.1:3000/${username}`);
    expect(dataOf(await user.send("GET", "/creators/me"), 200)).toMatchObject({
      id: creatorId,
      userId: user.userId,
      level: "BRONZE",
      kycStatus: "NOT_STARTED",
      creatorStatus: "ACTIVE",
      vacationMode: false,
      username,
    });
    expect(await page(username)).toMatchObject({ creatorId, templateId: "midnight", displayName: "Una", bio: "Una" });
    expect(await me(user)).toMatchObject({ intent: "CREATOR", username });
  });

  it("UPG-06 UPG-10 refuses a missing or empty username with username_required", async () => {
    const user = await system.newUser();
    for (const body of [{}, { username: "" }, { username: "   " }, { username: null }, undefined]) {
      expect([body, await outcome(user, body)]).toEqual([body, USERNAME_REQUIRED]);
    }
    expect(await me(user)).toMatchObject({ intent: "FAN", username: null });
  });

  it("UPG-08 trims the username and stores it in lower case", async () => {
    const user = await system.newUser();
    const tail = uuid().slice(-8);
    const { bioPageUrl } = dataOf<UpgradeResult>(await upgrade(user, { username: `  Alice.B-1_${tail.toUpperCase()} ` }), 201);
    expect(bioPageUrl.endsWith(`/alice.b-1_${tail}`)).toBe(true);
    expect((await me(user)).username).toBe(`alice.b-1_${tail}`);
  });

  it("UPG-09 UPG-10 UPG-11 UPG-12 UPG-14 refuses malformed and too long fields with 400", async () => {
    const user = await system.newUser();
    const username = newUsername();
    const refused = [
      ...["a b", "ä", "a@b", "a/b", "a%b", "a\nb", "ａbc", "a".repeat(101)].map((name) => ({ username: name })),
      { username, displayName: "d".repeat(101) },
      { username, bio: "b".repeat(501) },
      { username, themeId: "t".repeat(51) },
      { username, displayName: 7 },
      { username: ["abc"] },
    ];
    for (const body of refused) expect([body, await outcome(user, body)]).toEqual([body, INVALID]);
    const longest = { username: username.padEnd(100, "x"), displayName: "d".repeat(100), bio: "b".repeat(500), themeId: "t".repeat(50) };
    expect(await outcome(user, longest)).toBe("201");
    expect(await page(longest.username)).toMatchObject({ displayName: longest.displayName, bio: longest.bio, templateId: longest.themeId });
    expect((await me(user)).displayName).toBe(longest.displayName);
  });

  it("UPG-13 takes the display name as the first bio, the new one when given", async () => {
    const [one, two] = [await system.newUser({ displayName: "Old Name" }), await system.newUser({ displayName: "Old Name" })];
    const [first, second] = [newUsername(), newUsername()];
    await upgrade(one, { username: first });
    await upgrade(two, { username: second, displayName: "New Name" });
    expect([(await page(first)).bio, (await page(second)).bio]).toEqual(["Old Name", "New Name"]);
    expect((await page(second)).templateId).toBeNull();
  });

  it("UPG-15 UPG-17 refuses reserved and taken usernames in any letter case", async () => {
    const [user, creator] = [await system.newUser(), await system.newCreator()];
    for (const username of ["admin", " ADMIN ", "Support", "null", "undefined", creator.username, creator.username.toUpperCase()]) {
      expect([username, await outcome(user, { username })]).toEqual([username, UNAVAILABLE]);
    }
    expect([await countRows("creator_profiles", user.userId), (await me(user)).username]).toEqual([0, null]);
  });

  it("UPG-18 UPG-19 refuses an existing creator before it checks the username", async () => {
    const creator = await system.newCreator();
    for (const body of [{}, { username: "admin" }, { username: newUsername() }]) expect(await outcome(creator, body)).toBe(ALREADY_CREATOR);
    expect((await me(creator)).username).toBe(creator.username);
  });

  it("UPG-20 accepts exactly one of twenty parallel calls of a user", async () => {
    const user = await system.newUser();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(user, { username: newUsername() })));
    expect(outcomes.filter((text) => text === "201")).toHaveLength(1);
    expect(outcomes.filter((text) => text === ALREADY_CREATOR)).toHaveLength(19);
    expect(await countRows("creator_profiles", user.userId)).toBe(1);
  });

  it("UPG-17 gives a username to exactly one of ten users who request it at once", async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => system.newUser()));
    const username = newUsername();
    const outcomes = await Promise.all(users.map((user) => outcome(user, { username })));
    expect([...outcomes].sort()).toEqual(["201", ...Array.from({ length: 9 }, () => UNAVAILABLE)]);
  });

  it("UPG-22 undoes a failed upgrade, and accepts the same request afterwards", async () => {
    for (const point of ["account.claim", "creator.upgrade.claimed", "creator.upgrade.commit"]) {
      const user = await system.newUser({ displayName: "Before" });
      const username = newUsername();
      system.runtime.faults.arm({ point, mode: "error", times: 1 });
      const failed = await upgrade(user, { username, displayName: "After" });
      expect([point, failed.status >= 500]).toEqual([point, true]);
      expect(await me(user)).toMatchObject({ intent: "FAN", username: null, displayName: "Before" });
      expect([point, await countRows("creator_profiles", user.userId)]).toEqual([point, 0]);
      expect((await system.send("GET", `/bio/${username}`)).status).toBe(404);
      expect([point, await outcome(user, { username, displayName: "After" })]).toEqual([point, "201"]);
      expect(await me(user)).toMatchObject({ intent: "CREATOR", username, displayName: "After" });
    }
  });

  it("UPG-23 refuses an anonymous caller with 401", async () => {
    expect((await system.send("POST", "/creators/upgrade", { body: { username: "x y" } })).status).toBe(401);
  });

  it("BPG-01 refuses unknown, malformed and hidden pages with 404", async () => {
    const creator = await system.newCreator();
    const admin = await system.admin();
    const status = { creatorStatus: "BANNED", reason: "test" };
    dataOf(await admin.send("PATCH", `/admin/creators/${creator.creatorId}/status`, status), 200);
    for (const name of [creator.username, newUsername(), "%7B%22$ne%22:null%7D", "a%20b", "%00"]) {
      expect([name, refusalOf(await system.send("GET", `/bio/${name}`))]).toEqual([name, "404 bio.error.not_found"]);
    }
  });
});
