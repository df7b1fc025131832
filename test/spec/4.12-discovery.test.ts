import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { newPlatform, seedCreators, verifiedAccount } from "../creator/discovery-fixture.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { envelopeFaults, INVALID, refusalOf } from "./refusal.ts";

interface CreatorList {
  readonly results: { readonly id: string; readonly dmActive: boolean; readonly totalFollowers: number }[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

const EMPTY = { success: true, data: { results: [], nextCursor: null, hasMore: false } };
const CARD_FIELDS = ["avatarUrl", "displayName", "dmActive", "id", "level", "totalFollowers", "userId", "username"];

let system: TestSystem;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_RATELIMIT_DISCOVER_CATEGORY_LIMIT", "100000"]]) });
  admin = await system.admin();
});
afterAll(() => system.stop());

const discover = (platform: string, query: Record<string, string> = {}): Promise<Reply> =>
  system.send("GET", `/discover/category/${encodeURIComponent(platform)}?${new URLSearchParams(query)}`);
const list = async (platform: string, query: Record<string, string> = {}) => dataOf<CreatorList>(await discover(platform, query), 200);
const ids = async (platform: string, query: Record<string, string> = {}) => (await list(platform, query)).results.map(({ id }) => id);
const seed = (platform: string, count: number, fields = {}) =>
  seedCreators(
    system,
    platform,
    Array.from({ length: count }, () => fields),
  );

/** A creator with a verified account on a platform of its own; created through the interface. */
async function listedCreator(): Promise<CreatorPerson & { platform: string; path: string }> {
  const [creator, platform] = [await system.newCreator(), newPlatform()];
  const path = `/creators/${creator.creatorId}`;
  const social = await creator.send("POST", `${path}/socials`, { platform: platform.toLowerCase(), handle: "@Me" });
  const { id } = dataOf<{ id: string }>(social, 201);
  expect(await list(platform)).toEqual(EMPTY.data);
  dataOf(await creator.send("POST", `${path}/socials/${id}/verify`, { method: "BIO_CODE" }), 200);
  return { ...creator, platform, path };
}

describe("spec 4.12: discovery over HTTP", () => {
  it("DSC-01 DSC-02 DSC-12 DSC-20 lists a creator with a verified account to anonymous callers", async () => {
    const { creatorId, userId, username, platform } = await listedCreator();
    for (const name of [platform, platform.toLowerCase()]) {
      const reply = await discover(name);
      expect(reply.headers.get("cache-control")).toBe("public, max-age=5");
      const card = { id: creatorId, userId, username, displayName: "Cleo", avatarUrl: "", level: "BRONZE" };
      expect(reply.body).toEqual({ ...EMPTY, data: { ...EMPTY.data, results: [{ ...card, dmActive: true, totalFollowers: 0 }] } });
      expect(Object.keys(dataOf<CreatorList>(reply, 200).results[0] ?? {}).sort()).toEqual(CARD_FIELDS);
    }
  });

  it("DSC-03 returns an empty list for an unknown platform", async () => {
    for (const platform of ["nowhere", "%", "a/b", "$where", "__proto__", "ß"]) {
      const { status, body } = await discover(platform);
      expect([platform, status, body]).toEqual([platform, 200, EMPTY]);
    }
  });

  it("DSC-03 DSC-05 DSC-08 DSC-17 returns an empty list for long unknown values, and the default order for a long sort", async () => {
    const { creatorId, platform } = await listedCreator();
    const long = "x".repeat(1_000);
    expect((await discover(long)).body).toEqual(EMPTY);
    expect((await discover(platform, { category: long })).body).toEqual(EMPTY);
    expect((await discover(platform, { cursor: long })).body).toEqual(EMPTY);
    expect(await ids(platform, { sort: long })).toEqual([creatorId]);
  });

  it("DSC-05 filters by a category of the creator in any letter case", async () => {
    const { creatorId, platform, send } = await listedCreator();
    dataOf(await send("PATCH", "/creators/me", { contentCategories: ["Fitness"] }), 200);
    expect(await ids(platform, { category: "FITNESS" })).toEqual([creatorId]);
    expect((await discover(platform, { category: "music" })).body).toEqual(EMPTY);
  });

  it("DSC-06 sorts popular by sent messages, and shows the number of followers", async () => {
    const [withoutMessages, withMessage] = [await listedCreator(), await system.newCreator()];
    await system.runtime
      .database("creator")
      .connection.collection<{ _id: string }>("social_accounts")
      .insertOne(verifiedAccount(withMessage.creatorId, withoutMessages.platform, new Date()));
    const fan = await system.newFan("0");
    dataOf(await fan.send("POST", "/messages", { receiverId: withMessage.userId, dmType: "FREE", content: "hello" }), 201);
    await eventually(async () =>
      expect(await ids(withoutMessages.platform, { sort: "popular" })).toEqual([withMessage.creatorId, withoutMessages.creatorId]),
    );
    const follows = await Promise.all(Array.from({ length: 10 }, () => fan.send("PUT", `${withoutMessages.path}/follow`)));
    expect(new Set(follows.map(({ status }) => status))).toEqual(new Set([200]));
    const { results } = await list(withoutMessages.platform);
    expect(results.find(({ id }) => id === withoutMessages.creatorId)?.totalFollowers).toBe(1);
  });

  it("DSC-09 DSC-10 refuses an invalid limit or dmType with 400", async () => {
    const platform = newPlatform();
    await seed(platform, 3);
    for (const query of [
      { limit: "0" },
      { limit: "51" },
      { limit: "x" },
      { limit: "" },
      { limit: "1.5" },
      { dmType: "OTHER" },
      { dmType: "" },
    ]) {
      const reply = await discover(platform, query as Record<string, string>);
      expect([query, refusalOf(reply), envelopeFaults(reply), reply.headers.get("cache-control")]).toEqual([
        query,
        INVALID,
        [],
        "no-store",
      ]);
    }
    expect(await ids(platform, { limit: "1" })).toHaveLength(1);
    expect(await ids(platform, { limit: "50", dmType: "FREE", sort: "no such sort" })).toHaveLength(3);
  });

  it("ENV-12 DSC-14 DSC-15 DSC-16 pages by cursor, lists each creator once, and ends with a null cursor", async () => {
    const platform = newPlatform();
    const seeded = await seed(platform, 9, { totalMessages: 4 });
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 1; page <= 3; page++) {
      const query: Record<string, string> = { sort: "popular", limit: "3", ...(cursor === null ? {} : { cursor }) };
      const data: CreatorList = await list(platform, query);
      expect(Object.keys(data).sort()).toEqual(["hasMore", "nextCursor", "results"]);
      expect(data.results).toHaveLength(3);
      expect([data.hasMore, data.nextCursor]).toEqual(page < 3 ? [true, data.results[2]?.id] : [false, null]);
      seen.push(...data.results.map(({ id }) => id));
      cursor = data.nextCursor;
    }
    expect(new Set(seen)).toEqual(new Set(seeded));
    expect((await discover(platform, { cursor: uuid() })).body).toEqual(EMPTY);
  });

  it("CFG-22 DSC-11 applies a change of discover.page_size without a restart", async () => {
    const platform = newPlatform();
    await seed(platform, 30);
    expect(await ids(platform)).toHaveLength(20);
    await system.setConfig("discover.page_size", 3);
    expect(await ids(platform)).toHaveLength(3);
    expect((await admin.send("PATCH", "/admin/config/keys/discover.page_size", { value: 500 })).status).toBe(400);
    dataOf(await admin.send("POST", "/admin/config/keys/discover.page_size/reset"), 201);
    await eventually(async () => expect(await ids(platform)).toHaveLength(20));
  });

  it("CFG-29 applies a scoped page size to callers of its platform or region only", async () => {
    const platform = newPlatform();
    await seed(platform, 8);
    const key = "discover.page_size";
    for (const [scope, scopeValue, value] of [
      ["platform", "IOS", 3],
      ["region", "FR", 5],
    ])
      dataOf(await admin.send("POST", `/admin/config/keys/${key}/scoped`, { scope, scopeValue, value }), 201);
    const sizeFor = async (headers: Record<string, string>) => {
      const reply = await system.send("GET", `/discover/category/${platform}`, { headers });
      expect(reply.headers.get("vary")).toBe("Origin, X-Client-Platform");
      return dataOf<CreatorList>(reply, 200).results.length;
    };
    await eventually(async () => expect(await sizeFor({ "x-client-platform": "IOS" })).toBe(3));
    expect(await sizeFor({ "x-cdn-country": "FR" })).toBe(5);
    expect(await sizeFor({ "x-client-platform": "ANDROID", "x-cdn-country": "DE" })).toBe(8);
    expect(await sizeFor({})).toBe(8);
  });

  it("VAC-31 DSC-13 does not list a creator on vacation or suspended", async () => {
    const { creatorId, platform, path, send } = await listedCreator();
    await send("PATCH", `${path}/vacation`, { enabled: true });
    expect((await discover(platform)).body).toEqual(EMPTY);
    await send("PATCH", `${path}/vacation`, { enabled: false });
    expect(await ids(platform)).toEqual([creatorId]);
    const status = `/admin${path}/status`;
    await admin.send("PATCH", status, { creatorStatus: "SUSPENDED", reason: "spam" });
    expect((await discover(platform)).body).toEqual(EMPTY);
  });

  it("DEL-16 DSC-13 hides a creator with a suspended account in the list and on the page", async () => {
    const { platform, userId, username } = await listedCreator();
    dataOf(await admin.send("PATCH", `/admin/users/${userId}/status`, { status: "SUSPENDED", reason: "spam" }), 200);
    await eventually(async () => expect((await discover(platform)).body).toEqual(EMPTY));
    expect(refusalOf(await system.send("GET", `/bio/${username}`))).toBe("404 bio.error.not_found");
  });

  it("KSW-03 DSC-20 refuses discovery with 503 before validation while DISCOVER is off, and nothing else", async () => {
    const setKillSwitch = (active: boolean) => admin.send("PATCH", "/admin/config/kill-switches/DISCOVER", { active });
    await setKillSwitch(true);
    await eventually(async () => {
      const reply = await discover("anywhere", { limit: "0" });
      expect([refusalOf(reply), reply.body.error.code, envelopeFaults(reply)]).toEqual([
        "503 features.discover_disabled",
        "FEATURE_DISABLED",
        [],
      ]);
    }, 2_000);
    expect((await system.send("GET", "/bio/nobody")).status).toBe(404);
    await setKillSwitch(false);
    await eventually(async () => expect((await discover("anywhere")).status).toBe(200), 2_000);
  });
});

describe("spec 2.3: the embeddable page over HTTP", () => {
  const policyOf = async (username: string) => {
    const reply = await system.send("GET", `/bio/${username}/embed`);
    return [reply.status, reply.headers.get("content-security-policy")];
  };

  it("BPG-03 embeds the page when the creator allows it, with frame-ancestors from the setting", async () => {
    const creator = await system.newCreator();
    const notEmbeddable = [404, "default-src 'none'; frame-ancestors 'none'"];
    expect(await policyOf(creator.username)).toEqual(notEmbeddable);
    dataOf(await creator.send("PATCH", `/creators/${creator.creatorId}/bio`, { embedEnabled: true }), 200);
    expect(await policyOf(creator.username)).toEqual([200, "default-src 'none'; frame-ancestors *"]);
    for (const [value, sources] of [
      [["https://blog.example.org", "https://*.example.net:8443"], "https://blog.example.org https://*.example.net:8443"],
      [["self", "none"], "'self'"],
      [["none"], "'none'"],
      [[], "'none'"],
    ]) {
      await system.setConfig("bio.embed_frame_ancestors", value);
      expect(await policyOf(creator.username)).toEqual([200, `default-src 'none'; frame-ancestors ${String(sources)}`]);
    }
    expect((await system.send("GET", `/bio/${creator.username}`)).headers.get("content-security-policy")).toBe(notEmbeddable[1]);
    const key = "/admin/config/keys/bio.embed_frame_ancestors";
    for (const wrong of [
      ["* ; script-src *"],
      ["https://a.example, *"],
      ["javascript:x"],
      ["https://a.example/path"],
      "*",
      [""],
      ["'self'"],
    ]) {
      expect([wrong, (await admin.send("PATCH", key, { value: wrong })).status]).toEqual([wrong, 400]);
    }
  });

  it("BPG-04 ANS-24 returns no tracking token in public responses", async () => {
    const { path, username, platform, send } = await listedCreator();
    await send("PATCH", `${path}/bio`, { embedEnabled: true });
    for (const page of [`/bio/${username}`, `/bio/${username}/embed`, `/discover/category/${platform}`]) {
      const reply = await system.send("GET", page);
      expect([page, reply.status]).toEqual([page, 200]);
      expect(JSON.stringify([reply.body, [...reply.headers], reply.cookies])).not.toMatch(/token|\b[0-9a-f]{32}\b/i);
    }
  });
});

describe("spec 8: rate limit of discovery", () => {
  it("THR-12 DSC-20 refuses the 61st request of an address in a minute with 429", async () => {
    const limited = await startTestSystem({}, "spec");
    const from = (address: string) => limited.send("GET", "/discover/category/x", { headers: { "x-forwarded-for": address } });
    const replies = await Promise.all(Array.from({ length: 61 }, () => from("203.0.113.7")));
    const refused = replies.filter(({ status }) => status === 429);
    expect([replies.filter(({ status }) => status === 200).length, refused.length]).toEqual([60, 1]);
    expect(refused[0]?.body.error.code).toBe("THROTTLE_LIMIT_EXCEEDED");
    expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"discover_category";q=60;w=60');
    expect((await from("203.0.113.8")).status).toBe(200);
    await limited.stop();
  });
});
