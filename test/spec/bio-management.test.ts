import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Constellation, type CreatorPerson, constellation, dataOf, type Person } from "#test/support/constellation.ts";
import { refusalOf } from "./refusal.ts";

let system: Constellation;
let creator: CreatorPerson;
let other: CreatorPerson;
let fan: Person;

beforeAll(async () => {
  system = await constellation({ configOverrides: new Map([["CONFIG_SITE_PUBLIC_HOST", "https://fans.example.org"]]) });
  [creator, other, fan] = await Promise.all([system.newCreator(), system.newCreator(), system.newUser()]);
});

afterAll(() => system.stop());

interface Link {
  readonly id: string;
  readonly title: string | null;
  readonly order: number;
  readonly clicks: number;
}

interface Page {
  readonly bioPageId: string;
  readonly bio: string;
  readonly links: readonly Link[];
}

const own = (path: string) => `/creators/${creator.creatorId}${path}`;
const page = async () => dataOf<Page>(await system.send("GET", `/bio/${creator.username}`), 200);
const add = async (title: string, fields: object = {}) =>
  dataOf<Link>(await creator.send("POST", own("/links"), { kind: "HEADING", title, ...fields }), 201);

describe("a creator and the bio page, over HTTP", () => {
  it("BPG-01 the page shows what its owner changed, and is 404 while it is not published", async () => {
    expect(dataOf(await creator.send("PATCH", own("/bio"), { bio: "Hello", templateId: "dawn", unknown: 1 }), 200)).toMatchObject({
      creatorId: creator.creatorId,
      bio: "Hello",
      templateId: "dawn",
      published: true,
    });
    expect(await page()).toMatchObject({ bio: "Hello", templateId: "dawn" });
    dataOf(await creator.send("PATCH", own("/bio"), { published: false }), 200);
    expect(refusalOf(await system.send("GET", `/bio/${creator.username}`))).toBe("404 bio.error.not_found");
    dataOf(await creator.send("PATCH", own("/bio"), { published: true }), 200);
    expect(await page()).toMatchObject({ bio: "Hello" });
    expect(refusalOf(await system.send("GET", "/bio/nobody-has-this-name"))).toBe("404 bio.error.not_found");
  });

  it("GET and PATCH /creators/me speak of the caller's own profile", async () => {
    const sent = {
      headline: "Stories",
      contentCategories: ["Travel", "travel", "FOOD"],
      minTimeoutHours: 4,
      maxTimeoutHours: 72,
      level: "GOLD",
    };
    const changed = dataOf<object>(await creator.send("PATCH", "/creators/me", sent), 200);
    const address = `https://fans.example.org/${creator.username}`;
    const kept = { headline: "Stories", contentCategories: ["travel", "food"], minTimeoutHours: 4, maxTimeoutHours: 72, level: "BRONZE" };
    expect(changed).toMatchObject({ ...kept, id: creator.creatorId, username: creator.username, bioPageUrl: address });
    expect(dataOf(await creator.send("GET", "/creators/me"), 200)).toEqual(changed);
    expect(refusalOf(await creator.send("PATCH", own("/dm-settings"), { minTimeoutHours: 73 }))).toBe(
      "400 creator.error.invalid_timeout_range",
    );
    expect(refusalOf(await fan.send("PATCH", "/creators/me", sent))).toBe("404 creator.error.profile_not_found");
  });

  it("BPG-05 links are put, changed, ordered and taken away by their owner; visitors see those that are on", async () => {
    const [a, b, c] = [await add("a"), await add("b"), await add("c")];
    dataOf(await creator.send("PATCH", own(`/links/${b.id}`), { enabled: false }), 200);
    dataOf(
      await creator.send("PATCH", own(`/links/${c.id}`), { startsAt: new Date(system.runtime.clock.now().getTime() - 1).toISOString() }),
      200,
    );
    const later = await add("later", { startsAt: "2099-01-01", endsAt: "2099-02-01" });
    const ordered = await creator.send("PUT", own("/links/order"), { order: [c.id, later.id, b.id, a.id] });
    expect(dataOf<Link[]>(ordered, 200).map(({ title, order }) => [title, order])).toEqual([
      ["c", 0],
      ["later", 1],
      ["b", 2],
      ["a", 3],
    ]);
    expect((await page()).links.map(({ title }) => title)).toEqual(["c", "a"]);
    system.runtime.clock.set(new Date("2099-01-15T00:00:00Z"));
    expect((await page()).links.map(({ title }) => title)).toEqual(["c", "later", "a"]);
    system.runtime.clock.reset();
    expect((await creator.send("DELETE", own(`/links/${c.id}`))).body).toEqual({ success: true });
    expect((await page()).links.map(({ title, order }) => [title, order])).toEqual([["a", 2]]);
    expect(refusalOf(await creator.send("PUT", own("/links/order"), { order: [a.id] }))).toBe("400 creator.link.invalid_order");
  });

  it("BPG-05 an address that a browser would run is refused", async () => {
    for (const url of ["javascript:alert(1)", "data:text/html,<script>", " java\nscript:x", "https://a:b@example.org"]) {
      const reply = await creator.send("POST", own("/links"), { kind: "LINK", title: "x", url });
      expect([url, refusalOf(reply)]).toEqual([url, "400 creator.link.invalid_url"]);
    }
  });

  it("BPG-05 a click counts once; the owner's own and a crawler's do not", async () => {
    const link = await add("clicked");
    const { bioPageId } = await page();
    const click = async (userAgent: string, token?: string) => {
      const options = { headers: { "user-agent": userAgent }, ...(token === undefined ? {} : { token }) };
      return dataOf(await system.send("POST", `/bio/${bioPageId}/links/${link.id}/click`, options), 200);
    };
    const browser = "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0";
    expect([
      await click(browser),
      await click(browser, creator.token),
      await click("Twitterbot/1.0"),
      await click(browser, fan.token),
    ]).toEqual([{ counted: true }, { counted: false }, { counted: false }, { counted: true }]);
    const all = dataOf<Link[]>(await creator.send("GET", own("/links")), 200);
    expect(all.find(({ id }) => id === link.id)).toMatchObject({ clicks: 2 });
    expect(refusalOf(await system.send("POST", `/bio/x/links/${link.id}/click`))).toMatch(/^400 /);
  });

  it("the QR code is an SVG image without the envelope, for its owner", async () => {
    const reply = await fetch(`${system.base}/api/v1${own("/qr.svg")}`, { headers: { authorization: `Bearer ${creator.token}` } });
    const text = await reply.text();
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("x-content-type-options")]).toEqual([
      200,
      "image/svg+xml; charset=utf-8",
      "nosniff",
    ]);
    expect(text).toMatch(/^<svg [^>]+>.*<\/svg>$/s);
    expect(text).not.toMatch(/script|onload|href/i);
  });

  it("BPG-05 every route of the own page is 403 for a foreign, unknown and malformed id", async () => {
    const link = dataOf<Link>(await other.send("POST", `/creators/${other.creatorId}/links`, { kind: "SPACER" }), 201);
    for (const id of [other.creatorId, "00000000-0000-7000-8000-000000000000", "x", "x".repeat(65)]) {
      const path = `/creators/${id}`;
      const replies = await Promise.all([
        creator.send("GET", `${path}/bio`),
        creator.send("PATCH", `${path}/bio`, { bio: "x" }),
        creator.send("GET", `${path}/qr.svg`),
        creator.send("GET", `${path}/links`),
        creator.send("POST", `${path}/links`, { kind: "SPACER" }),
        creator.send("PATCH", `${path}/links/${link.id}`, { enabled: false }),
        creator.send("DELETE", `${path}/links/${link.id}`),
        creator.send("PUT", `${path}/links/order`, { order: [link.id] }),
        fan.send("GET", `${path}/links`),
      ]);
      expect(replies.map(refusalOf)).toEqual(Array(replies.length).fill("403 creator.error.not_owner"));
    }
  });
});
