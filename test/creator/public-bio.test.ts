import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { userChanged } from "#libs/contracts/account/index.ts";
import { getPublicBio, updateDmSettings, upgrade } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

describe("the public bio page", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const getPage = (username: string) => world.admin.call(getPublicBio, { username });
  const NOT_FOUND = { key: "bio.error.not_found", code: 404 };

  let version = 1;
  const publishUser = (userId: string, facts: object, userVersion = ++version) => {
    const payload = {
      userId,
      version: userVersion,
      status: "ACTIVE",
      locale: "en",
      username: null,
      displayName: null,
      avatarUrl: null,
      ...facts,
    };
    const at = world.runtime.clock.now().toISOString();
    return world.runtime.stream.publish({
      id: uuid(),
      event: userChanged.name,
      at,
      payload: { ...payload, changedAt: at },
      requestId: null,
      source: "account",
    });
  };

  it("BPG-01 shows the public fields of the creator under the username in any letter case", async () => {
    const user = world.newUser({ username: "nova", displayName: "Nova", avatarUrl: "https://img.example.org/n.png" });
    const { creatorId } = await user.call(upgrade, { bio: "Hi", themeId: "dawn" });
    await user.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price: "3.5" });
    const { bioPageId } = await world.profile(creatorId);
    await expect(getPage("NoVa")).resolves.toEqual({
      bioPageId,
      creatorId,
      userId: user.userId,
      username: "nova",
      displayName: "Nova",
      avatarUrl: "https://img.example.org/n.png",
      headline: null,
      bio: "Hi",
      templateId: "dawn",
      level: "BRONZE",
      dmActive: true,
      vacation: null,
      dmType: "SINGLE_PAY",
      price: "3.50",
      currency: "EUR",
      links: [],
      socials: [],
      answers: null,
      replyRate: null,
      medianReplySeconds: null,
    });
  });

  it("BPG-01 serves anonymous callers", async () => {
    const { username } = await world.newCreator();
    await expect(world.broker.call("creator.getPublicBio", { username })).resolves.toMatchObject({ username });
  });

  it("BPG-01 refuses unknown, malformed and unpublished names with 404", async () => {
    const { creatorId, username } = await world.newCreator();
    for (const name of ["nobody-at-all", "", "$ne", "../admin"]) await expect(getPage(name)).rejects.toMatchObject(NOT_FOUND);
    await world.runtime
      .database("creator")
      .connection.collection("bio_pages")
      .updateOne({ creatorId }, { $set: { published: false } });
    await expect(getPage(username)).rejects.toMatchObject(NOT_FOUND);
  });

  it.each([
    ["ACTIVE", "ok"],
    ["VACATION", "ok"],
    ["SUSPENDED", "ok"],
    ["BANNED", "bio.error.not_found"],
    ["DEACTIVATED", "bio.error.not_found"],
  ])("BPG-01 answers for a creator who is %s: %s", async (creatorStatus, outcome) => {
    const { username } = await world.newCreator({ creatorStatus });
    await expect(outcomeOf(getPage(username))).resolves.toBe(outcome);
  });

  it.each(["SUSPENDED", "BANNED", "DEACTIVATED", "DELETED"])(
    "BPG-01 hides the page while the user is %s and shows it again with ACTIVE",
    async (status) => {
      const { userId, username } = await world.newCreator();
      await publishUser(userId, { username, status });
      await eventually(() => expect(getPage(username)).rejects.toMatchObject(NOT_FOUND));
      await publishUser(userId, { username, displayName: "Back" });
      await eventually(async () => expect((await getPage(username)).displayName).toBe("Back"));
    },
  );

  it("follows a new username and ignores an older event that arrives late", async () => {
    const { userId, username } = await world.newCreator();
    version += 2;
    const olderVersion = version - 1;
    const renamed = `re-${username}`;
    await publishUser(userId, { username: renamed, displayName: "Now" }, olderVersion + 1);
    await eventually(() => expect(getPage(renamed)).resolves.toBeDefined());
    const { length: applied } = await world.stored("inbox");
    await publishUser(userId, { username, displayName: "Then" }, olderVersion);
    await eventually(async () => expect(await world.stored("inbox")).toHaveLength(applied + 1));
    await expect(getPage(renamed)).resolves.toMatchObject({ displayName: "Now" });
    await expect(getPage(username)).rejects.toMatchObject(NOT_FOUND);
  });
});
