import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { userChanged } from "#libs/contracts/account.ts";
import { getPublicBio, updateDmSettings, upgrade } from "#libs/contracts/creator.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

describe("the public page of a creator", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const look = (username: string) => world.admin.call(getPublicBio, { username });
  const NOT_FOUND = { key: "bio.error.not_found", code: 404 };

  let version = 1;
  const userEvent = (userId: string, facts: object, of = ++version) => {
    const payload = { userId, version: of, status: "ACTIVE", locale: "en", username: null, displayName: null, avatarUrl: null, ...facts };
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

  it("BPG-01 shows what the creator shows; the name is taken in any case", async () => {
    const user = world.aUser({ username: "nova", displayName: "Nova", avatarUrl: "https://img.example.org/n.png" });
    const { creatorId } = await user.call(upgrade, { bio: "Hi", themeId: "dawn" });
    await user.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price: "3.5" });
    const { bioPageId } = await world.profile(creatorId);
    await expect(look("NoVa")).resolves.toEqual({
      bioPageId,
      creatorId,
      username: "nova",
      displayName: "Nova",
      avatarUrl: "https://img.example.org/n.png",
      bio: "Hi",
      templateId: "dawn",
      level: "BRONZE",
      dmActive: true,
      dmType: "SINGLE_PAY",
      price: "3.50",
      currency: "EUR",
      links: [],
      socials: [],
    });
  });

  it("BPG-01 is public: nobody has to be signed in", async () => {
    const { username } = await world.aCreator();
    await expect(world.broker.call("creator.getPublicBio", { username })).resolves.toMatchObject({ username });
  });

  it("BPG-01 unknown, odd and unpublished: 404", async () => {
    const { creatorId, username } = await world.aCreator();
    for (const name of ["nobody-at-all", "", "$ne", "../admin"]) await expect(look(name)).rejects.toMatchObject(NOT_FOUND);
    await world.runtime
      .database("creator")
      .collection("bio_pages")
      .updateOne({ creatorId }, { $set: { published: false } });
    await expect(look(username)).rejects.toMatchObject(NOT_FOUND);
  });

  it.each([
    ["ACTIVE", "ok"],
    ["VACATION", "ok"],
    ["SUSPENDED", "ok"],
    ["BANNED", "bio.error.not_found"],
    ["DEACTIVATED", "bio.error.not_found"],
  ])("BPG-01 a creator who is %s: %s", async (creatorStatus, outcome) => {
    const { username } = await world.aCreator({ creatorStatus });
    await expect(outcomeOf(look(username))).resolves.toBe(outcome);
  });

  it.each(["SUSPENDED", "BANNED", "DEACTIVATED", "DELETED"])(
    "BPG-01 follows the user: gone while he is %s, back with ACTIVE",
    async (status) => {
      const { userId, username } = await world.aCreator();
      await userEvent(userId, { username, status });
      await eventually(() => expect(look(username)).rejects.toMatchObject(NOT_FOUND));
      await userEvent(userId, { username, displayName: "Back" });
      await eventually(async () => expect((await look(username)).displayName).toBe("Back"));
    },
  );

  it("follows a new name, and an event that comes too late changes nothing", async () => {
    const { userId, username } = await world.aCreator();
    version += 2;
    const late = version - 1;
    const renamed = `re-${username}`;
    await userEvent(userId, { username: renamed, displayName: "Now" }, late + 1);
    await eventually(() => expect(look(renamed)).resolves.toBeDefined());
    const { length: applied } = await world.stored("inbox");
    await userEvent(userId, { username, displayName: "Then" }, late);
    await eventually(async () => expect(await world.stored("inbox")).toHaveLength(applied + 1));
    await expect(look(renamed)).resolves.toMatchObject({ displayName: "Now" });
    await expect(look(username)).rejects.toMatchObject(NOT_FOUND);
  });
});
