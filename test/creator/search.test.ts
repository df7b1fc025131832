import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { userChanged } from "#libs/contracts/account/index.ts";
import {
  addSocial,
  adminVerifySocial,
  discoverCreators,
  discoverPlatforms,
  updateBioPage,
  updateMyProfile,
} from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/creator/deps.ts";
import { missingCreators } from "#services/creator/search/index-creators.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;
beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

type Query = { readonly q?: string; readonly cursor?: string | undefined; readonly limit?: number };
const search = (q: string, more: Query = {}) => world.admin.call(discoverCreators, { ...more, q });
const idsFor = async (q: string) => (await search(q)).results.map(({ id }) => id);
/** A word that no other creator of this file has. */
const newWord = () => `w${uuid().replaceAll("-", "").slice(-10)}`;

async function creatorWith(texts: {
  readonly bio?: string;
  readonly headline?: string;
  readonly displayName?: string;
  readonly followers?: number;
}) {
  const creator = await world.newCreator(texts.followers === undefined ? {} : { totalFollowers: texts.followers });
  if (texts.bio !== undefined) await creator.call(updateBioPage, { creatorId: creator.creatorId, bio: texts.bio });
  if (texts.headline !== undefined) await creator.call(updateMyProfile, { headline: texts.headline });
  if (texts.displayName !== undefined) await renamed(creator, texts.displayName);
  return creator;
}

let version = 1;
async function renamed(
  { userId, username }: { readonly userId: string; readonly username: string },
  displayName: string | null,
  status = "ACTIVE",
) {
  version += 1;
  const at = world.runtime.clock.now().toISOString();
  const payload = { userId, version, status, locale: "en", username, displayName, avatarUrl: null, changedAt: at };
  await world.runtime.stream.publish({ id: uuid(), event: userChanged.name, at, payload, requestId: null, source: "account" });
}

describe("EAS-11 a search of creators", () => {
  it("EAS-11 finds a word of the bio and of the headline at once, by its beginning, without accents and in any letter case", async () => {
    const [word, other] = [newWord(), newWord()];
    const { creatorId } = await creatorWith({ bio: `I bake ${word}-Brötchen, daily.`, headline: `All about ${other}!` });
    for (const q of [word, word.slice(0, -1), word.toUpperCase(), `${word} brotchen`, `brot ${word}`, other, `${other} ${word}`])
      expect(await idsFor(q)).toEqual([creatorId]);
    for (const q of [`${word} croissant`, `x${word}`, `${word}x`, ".*", "$gt", "!?"]) expect(await idsFor(q)).toEqual([]);
  });

  it("EAS-11 finds no word that was taken out of the bio", async () => {
    const word = newWord();
    const creator = await creatorWith({ bio: word });
    await creator.call(updateBioPage, { creatorId: creator.creatorId, bio: "" });
    expect(await idsFor(word)).toEqual([]);
  });

  it("EAS-11 finds words in scripts without spaces, and the beginnings of others", async () => {
    const { creatorId } = await creatorWith({ bio: "東京でパンを焼きます。 आटा गूंधना. Привет мир" });
    for (const q of ["東京", "パン", "ぱん", "京で", "आटा", "ПРИВ"]) expect(await idsFor(q)).toContain(creatorId);
    expect(await idsFor("京東")).not.toContain(creatorId);
  });

  it("EAS-11 lists the whole username first, then those that begin with it, then the others, most followed first", async () => {
    const other = await creatorWith({ followers: 50 });
    const named = await creatorWith({ followers: 1 });
    const longer = await creatorWith({ followers: 9 });
    const name = newWord();
    await renamed({ ...named, username: name }, null);
    await renamed({ ...longer, username: `${name}-2` }, null);
    await other.call(updateBioPage, { creatorId: other.creatorId, bio: `a friend of ${name}` });
    for (const q of [name, `@${name.toUpperCase()}`])
      await eventually(async () => expect(await idsFor(q)).toEqual([named.creatorId, longer.creatorId, other.creatorId]));
  });

  it.each([{ creatorStatus: "VACATION" }, { creatorStatus: "SUSPENDED" }, { userStatus: "BANNED" }])(
    "EAS-11 leaves out a creator with %j",
    async (hidden) => {
      const word = newWord();
      const { creatorId } = await creatorWith({ bio: word });
      await world.updateProfile(creatorId, hidden);
      expect(await idsFor(word)).toEqual([]);
    },
  );

  it("EAS-11 leaves out a hidden page, and follows the names of the account", async () => {
    const word = newWord();
    const creator = await creatorWith({ displayName: `Zoë ${word}` });
    await eventually(async () => expect(await idsFor(`zoe ${word}`)).toEqual([creator.creatorId]));
    await renamed(creator, `Zoë ${word}`, "BANNED");
    await eventually(async () => expect(await world.stored("creator_search", { _id: creator.creatorId })).toEqual([]));
    await renamed(creator, `Zoë ${word}`);
    await eventually(async () => expect(await idsFor(word)).toEqual([creator.creatorId]));
    await creator.call(updateBioPage, { creatorId: creator.creatorId, published: false });
    expect(await idsFor(word)).toEqual([]);
  });

  it("EAS-11 has pages that repeat and leave out no creator", async () => {
    const word = newWord();
    const creators: string[] = [];
    for (let index = 0; index < 7; index += 1) creators.push((await creatorWith({ bio: word })).creatorId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search(word, { limit: 3, cursor });
      expect(page.total).toBe(7);
      seen.push(...page.results.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([...creators].sort().reverse());
    expect((await search(word, { cursor: "unknown" })).results).toEqual([]);
  });

  it.each(["a", "", " ", "x".repeat(51)])("EAS-11 refuses %j with 400", (q) =>
    expect(search(q)).rejects.toMatchObject({ key: "error.validation_failed" }),
  );

  it("EAS-11 indexes creators of earlier releases, who have no row", async () => {
    const word = newWord();
    const { creatorId } = await creatorWith({ bio: word });
    await world.runtime.database("creator").connection.collection("creator_search").deleteMany({});
    expect(await idsFor(word)).toEqual([]);
    await world.runtime.jobs.runNow("creator.index-search");
    expect(await idsFor(word)).toEqual([creatorId]);
  });
});

describe("EAS-11 an index that is not complete", () => {
  it("EAS-11 indexes the other creators behind one that fails, and goes on until that one is found as well", async () => {
    const words = [newWord(), newWord()];
    const creators: string[] = [];
    for (const bio of words) creators.push((await creatorWith({ bio })).creatorId);
    const found = async () => (await Promise.all(words.map(idsFor))).flat();
    await world.runtime.database("creator").connection.collection("creator_search").deleteMany({});
    const deps = liveDeps(world.runtime);
    const [failing] = creators.toSorted();
    const put: typeof deps.search.put = async (tx, row) => {
      if (row._id === failing) throw new Error("fails each time");
      return deps.search.put(tx, row);
    };
    let search = { ...deps.search, put };
    const job = missingCreators({
      ...deps,
      get search() {
        return search;
      },
    });
    await job.run();
    expect([await found(), job.rests?.()]).toEqual([creators.filter((id) => id !== failing), false]);
    search = deps.search;
    await job.run();
    expect([(await found()).toSorted(), job.rests?.()]).toEqual([creators.toSorted(), true]);
  });
});

describe("EAS-11 all creators", () => {
  it("EAS-11 reaches the 60th creator, each once, whatever the cursor is", async () => {
    for (let index = 0; index < 60; index += 1) await world.newCreator({ totalFollowers: index % 4 });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.admin.call(discoverCreators, { limit: 25, cursor });
      seen.push(...page.results.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const active = await world.stored("creator_profiles", { creatorStatus: "ACTIVE", userStatus: "ACTIVE" });
    const hidden = await world.stored("bio_pages", { published: false });
    expect(seen).toHaveLength(active.length - hidden.length);
    expect(new Set(seen).size).toBe(seen.length);
    for (const wrong of ["x", "1-", "-1-x", "99999999999999999999-x"])
      expect(await world.admin.call(discoverCreators, { cursor: wrong })).toMatchObject({ results: [], nextCursor: null });
  });

  it("EAS-11 names only platforms on which an active creator has a verified account", async () => {
    const platforms = async () => {
      world.runtime.clock.advance(61_000);
      return (await world.admin.call(discoverPlatforms, {})).platforms;
    };
    expect(await platforms()).toEqual([]);
    const creator = await world.newCreator();
    const { id } = await creator.call(addSocial, { creatorId: creator.creatorId, platform: "twitch", handle: newWord() });
    expect(await platforms()).toEqual([]);
    await world.admin.call(adminVerifySocial, { creatorId: creator.creatorId, socialId: id, reason: "seen" });
    expect(await platforms()).toEqual(["TWITCH"]);
    await world.updateProfile(creator.creatorId, { creatorStatus: "SUSPENDED" });
    expect(await platforms()).toEqual([]);
  });
});
