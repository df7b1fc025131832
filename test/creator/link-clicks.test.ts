import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { addLink, listLinks, setCreatorStatus, trackLinkClick, updateBioPage } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import type { Actor } from "../support/act-as.ts";
import { APP_BROWSERS, BOTS, PEOPLE, TOOLS } from "../support/user-agents.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";

describe("clicks on links of a bio page", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  /** A creator with one visible and one hidden link. */
  async function newPage() {
    const owner = await world.newCreator();
    const { creatorId } = owner;
    const bioPageId = String((await world.profile(creatorId)).bioPageId);
    const link = await owner.call(addLink, { creatorId, kind: "HEADING", title: "a" });
    const hidden = await owner.call(addLink, { creatorId, kind: "HEADING", title: "b", enabled: false });
    const click = async (visitor: Pick<Actor, "call">, fields: { linkId?: string; userAgent?: string; bioPageId?: string } = {}) =>
      (await visitor.call(trackLinkClick, { bioPageId, linkId: link.id, userAgent: BROWSER, ...fields })).counted;
    const clicks = async () => (await owner.call(listLinks, { creatorId })).map((row) => row.clicks);
    return { owner, creatorId, hidden, click, clicks };
  }

  it("BPG-05 counts every click of a browser, also concurrent ones", async () => {
    const { click, clicks } = await newPage();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => click(world.newUser())));
    expect(outcomes).toEqual(Array(10).fill(true));
    await expect(clicks()).resolves.toEqual([10, 0]);
  });

  it("BPG-05 leaves the owner a database connection while many clicks wait for an edited link", async () => {
    const { click, clicks, creatorId } = await newPage();
    const connection = world.runtime.database("creator").connection;
    const links = connection.collection("links");
    let counted: Promise<boolean>[] = [];
    await transactionOn(connection)(async (session) => {
      await links.updateOne({ creatorId }, { $set: { title: "edited" } }, { session });
      // The clicks wait until this transaction ends.
      if (counted.length === 0) counted = Array.from({ length: 40 }, () => click(world.newUser()));
      await wait(1_000);
      await links.countDocuments({ creatorId }, { session });
    });
    expect(await Promise.all(counted)).toEqual(Array(40).fill(true));
    await expect(clicks()).resolves.toEqual([40, 0]);
  });

  it("BPG-05 does not count clicks of bots, of the owner, and on hidden or unknown links", async () => {
    const { owner, hidden, click, clicks } = await newPage();
    const ignored = [
      click(owner),
      click(world.admin, { userAgent: "Googlebot/2.1" }),
      click(world.admin, { userAgent: `${BROWSER} ${"x".repeat(6_000)} curl/8` }),
      click(world.admin, { userAgent: "" }),
      click(world.admin, { linkId: hidden.id }),
      click(world.admin, { linkId: uuid() }),
      click(world.admin, { bioPageId: uuid() }),
    ];
    expect(await Promise.all(ignored)).toEqual(Array(ignored.length).fill(false));
    await expect(clicks()).resolves.toEqual([0, 0]);
  });

  it("FLD-01 FLD-02 counts clicks of people in browsers of apps, and none of tools or of names that the operator adds", async () => {
    const { click, clicks } = await newPage();
    const people = [...PEOPLE, ...Object.values(APP_BROWSERS)];
    for (const userAgent of people) expect([userAgent, await click(world.admin, { userAgent })]).toEqual([userAgent, true]);
    for (const userAgent of [...BOTS, ...TOOLS]) expect([userAgent, await click(world.admin, { userAgent })]).toEqual([userAgent, false]);
    const userAgent = `${BROWSER} AcmeChecker/2`;
    try {
      expect(await click(world.admin, { userAgent })).toBe(true);
      world.setConfig({ "analytics.bot_tokens": ["acme"] });
      expect(await click(world.admin, { userAgent })).toBe(false);
    } finally {
      world.setConfig({});
    }
    await expect(clicks()).resolves.toEqual([people.length + 1, 0]);
  });

  it("BPG-05 does not count clicks on a page that is not public", async () => {
    const { owner, creatorId, click, clicks } = await newPage();
    await owner.call(updateBioPage, { creatorId, published: false });
    expect(await click(world.admin)).toBe(false);
    await owner.call(updateBioPage, { creatorId, published: true });
    expect(await click(world.admin)).toBe(true);
    await world.admin.call(setCreatorStatus, { creatorId, creatorStatus: "BANNED", reason: "test" });
    expect(await click(world.admin)).toBe(false);
    await expect(clicks()).resolves.toEqual([1, 0]);
  });
});
