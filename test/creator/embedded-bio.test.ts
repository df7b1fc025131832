import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { addSocial, getEmbeddedBio, getPublicBio, verifySocial } from "#libs/contracts/creator/index.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const updatePage = (creatorId: string, fields: object) =>
  world.runtime.database("creator").connection.collection("bio_pages").updateOne({ creatorId }, { $set: fields });
const getEmbedded = (username: string) => world.admin.call(getEmbeddedBio, { username });
const NOT_FOUND = { key: "bio.error.not_found", code: 404 };

describe("the embeddable bio page", () => {
  it("BPG-03 the embeddable page shows the public page once the creator allows embedding, and is 404 before", async () => {
    const { creatorId, username } = await world.newCreator();
    await expect(getEmbedded(username)).rejects.toMatchObject(NOT_FOUND);
    await updatePage(creatorId, { embedEnabled: true });
    expect(await getEmbedded(username.toUpperCase())).toEqual(await world.admin.call(getPublicBio, { username }));
  });

  it("BPG-03 the embeddable page is 404 for an unpublished, hidden or unknown page", async () => {
    const { creatorId, username } = await world.newCreator();
    await updatePage(creatorId, { embedEnabled: true, published: false });
    await expect(getEmbedded(username)).rejects.toMatchObject(NOT_FOUND);
    await updatePage(creatorId, { published: true });
    for (const hidden of [
      { creatorStatus: "BANNED" },
      { creatorStatus: "DEACTIVATED" },
      { creatorStatus: "ACTIVE", userStatus: "DELETED" },
    ]) {
      await world.updateProfile(creatorId, hidden);
      await expect(getEmbedded(username)).rejects.toMatchObject(NOT_FOUND);
    }
    for (const name of ["nobody-at-all", "", "$ne"]) await expect(getEmbedded(name)).rejects.toMatchObject(NOT_FOUND);
  });

  it("BPG-01 BPG-04 the embeddable page shows verified social accounts without codes and tokens", async () => {
    const { creatorId, username, call } = await world.newCreator();
    await updatePage(creatorId, { embedEnabled: true });
    const url = "https://somewhere.example/nova";
    const { id: socialId } = await call(addSocial, { creatorId, platform: "somewhere", handle: "@Nova", url });
    await call(addSocial, { creatorId, platform: "elsewhere", handle: "nova" });
    await call(verifySocial, { creatorId, socialId });
    for (const page of [await getEmbedded(username), await call(getPublicBio, { username })]) {
      expect(page.socials).toEqual([{ platform: "SOMEWHERE", handle: "nova", url }]);
      expect(JSON.stringify(page)).not.toMatch(/token|verify-/i);
    }
  });
});
