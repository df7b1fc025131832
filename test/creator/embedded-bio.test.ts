import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getPublicBio } from "#libs/contracts/creator.ts";
import { getEmbeddedBio } from "#libs/contracts/creator-embed.ts";
import { addSocial, verifySocial } from "#libs/contracts/creator-socials.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const change = (creatorId: string, fields: object) =>
  world.runtime.database("creator").collection("bio_pages").updateOne({ creatorId }, { $set: fields });
const embed = (username: string) => world.admin.call(getEmbeddedBio, { username });
const NOT_FOUND = { key: "bio.error.not_found", code: 404 };

describe("the embeddable page", () => {
  it("BPG-03 is the public page where the creator allows it, and nothing before", async () => {
    const { creatorId, username } = await world.aCreator();
    await expect(embed(username)).rejects.toMatchObject(NOT_FOUND);
    await change(creatorId, { embedEnabled: true });
    expect(await embed(username.toUpperCase())).toEqual(await world.admin.call(getPublicBio, { username }));
  });

  it("BPG-03 is gone with the page: unpublished, banned, deactivated, unknown", async () => {
    const { creatorId, username } = await world.aCreator();
    await change(creatorId, { embedEnabled: true, published: false });
    await expect(embed(username)).rejects.toMatchObject(NOT_FOUND);
    await change(creatorId, { published: true });
    for (const hidden of [
      { creatorStatus: "BANNED" },
      { creatorStatus: "DEACTIVATED" },
      { creatorStatus: "ACTIVE", userStatus: "DELETED" },
    ]) {
      await world.put(creatorId, hidden);
      await expect(embed(username)).rejects.toMatchObject(NOT_FOUND);
    }
    for (const name of ["nobody-at-all", "", "$ne"]) await expect(embed(name)).rejects.toMatchObject(NOT_FOUND);
  });

  it("BPG-01 BPG-04 the page shows the verified accounts, no code and no token", async () => {
    const { creatorId, username, call } = await world.aCreator();
    await change(creatorId, { embedEnabled: true });
    const url = "https://somewhere.example/nova";
    const { id: socialId } = await call(addSocial, { creatorId, platform: "somewhere", handle: "@Nova", url });
    await call(addSocial, { creatorId, platform: "elsewhere", handle: "nova" });
    await call(verifySocial, { creatorId, socialId });
    for (const page of [await embed(username), await call(getPublicBio, { username })]) {
      expect(page.socials).toEqual([{ platform: "SOMEWHERE", handle: "nova", url }]);
      expect(JSON.stringify(page)).not.toMatch(/token|verify-/i);
    }
  });
});
