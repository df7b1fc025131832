import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { setCreatorStatus } from "#libs/contracts/creator.ts";
import { updateBioPage } from "#libs/contracts/creator-bio.ts";
import { addLink, listLinks, trackLinkClick } from "#libs/contracts/creator-link.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import type { Actor } from "#test/support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";

describe("clicks on the links of a bio page", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  /** A creator with one link that is shown and one that is not. */
  async function aPage() {
    const owner = await world.aCreator();
    const { creatorId } = owner;
    const bioPageId = String((await world.profile(creatorId)).bioPageId);
    const link = await owner.call(addLink, { creatorId, kind: "HEADING", title: "a" });
    const hidden = await owner.call(addLink, { creatorId, kind: "HEADING", title: "b", enabled: false });
    const click = async (who: Pick<Actor, "call">, wish: { linkId?: string; userAgent?: string; bioPageId?: string } = {}) =>
      (await who.call(trackLinkClick, { bioPageId, linkId: link.id, userAgent: BROWSER, ...wish })).counted;
    const clicks = async () => (await owner.call(listLinks, { creatorId })).map((row) => row.clicks);
    return { owner, creatorId, hidden, click, clicks };
  }

  it("BPG-05 every click of a browser counts, also those at the same time", async () => {
    const { click, clicks } = await aPage();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => click(world.aUser())));
    expect(outcomes).toEqual(Array(10).fill(true));
    await expect(clicks()).resolves.toEqual([10, 0]);
  });

  it("BPG-05 many at once leave whoever edits the link a connection to the store", async () => {
    const { click, clicks, creatorId } = await aPage();
    const connection = world.runtime.database("creator");
    const links = connection.collection("links");
    let counted: Promise<boolean>[] = [];
    await transactionOn(connection)(async (session) => {
      await links.updateOne({ creatorId }, { $set: { title: "edited" } }, { session });
      // Every click has come as far as it can before the next step of the owner.
      if (counted.length === 0) counted = Array.from({ length: 40 }, () => click(world.aUser()));
      await wait(1_000);
      await links.countDocuments({ creatorId }, { session });
    });
    expect(await Promise.all(counted)).toEqual(Array(40).fill(true));
    await expect(clicks()).resolves.toEqual([40, 0]);
  });

  it("BPG-05 those of machines and of the owner do not, nor those on what nobody is shown", async () => {
    const { owner, hidden, click, clicks } = await aPage();
    const silent = [
      click(owner),
      click(world.admin, { userAgent: "Googlebot/2.1" }),
      click(world.admin, { userAgent: `${BROWSER} ${"x".repeat(6_000)} curl/8` }),
      click(world.admin, { userAgent: "" }),
      click(world.admin, { linkId: hidden.id }),
      click(world.admin, { linkId: uuid() }),
      click(world.admin, { bioPageId: uuid() }),
    ];
    expect(await Promise.all(silent)).toEqual(Array(silent.length).fill(false));
    await expect(clicks()).resolves.toEqual([0, 0]);
  });

  it("BPG-05 nor those on a page that is not public", async () => {
    const { owner, creatorId, click, clicks } = await aPage();
    await owner.call(updateBioPage, { creatorId, published: false });
    expect(await click(world.admin)).toBe(false);
    await owner.call(updateBioPage, { creatorId, published: true });
    expect(await click(world.admin)).toBe(true);
    await world.admin.call(setCreatorStatus, { creatorId, creatorStatus: "BANNED", reason: "test" });
    expect(await click(world.admin)).toBe(false);
    await expect(clicks()).resolves.toEqual([1, 0]);
  });
});
