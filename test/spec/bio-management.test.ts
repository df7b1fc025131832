import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

let system: TestSystem;
let creator: CreatorPerson;
let other: CreatorPerson;
let fan: Person;

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_SITE_PUBLIC_HOST", "https://fans.example.org"]]) });
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

const ownPath = (path: string) => `/creators/${creator.creatorId}${path}`;
const publicPage = async () => dataOf<Page>(await system.send("GET", `/bio/${creator.username}`), 200);
const addHeading = async (title: string, fields: object = {}) =>
  dataOf<Link>(await creator.send("POST", ownPath("/links"), { kind: "HEADING", title, ...fields }), 201);

describe("profile and bio page over HTTP", () => {
  it("BPG-01 shows the changes of the owner, and 404 while the page is unpublished", async () => {
    expect(dataOf(await creator.send("PATCH", ownPath("/bio"), { bio: "Hello", templateId: "dawn", unknown: 1 }), 200)).toMatchObject({
      creatorId: creator.creatorId,
      bio: "Hello",
      templateId: "dawn",
      published: true,
    });
    expect(await publicPage()).toMatchObject({ bio: "Hello", templateId: "dawn" });
    dataOf(await creator.send("PATCH", ownPath("/bio"), { published: false }), 200);
    expect(refusalOf(await system.send("GET", `/bio/${creator.username}`))).toBe("404 bio.error.not_found");
    dataOf(await creator.send("PATCH", ownPath("/bio"), { published: true }), 200);
    expect(await publicPage()).toMatchObject({ bio: "Hello" });
    expect(refusalOf(await system.send("GET", "/bio/nobody-has-this-name"))).toBe("404 bio.error.not_found");
  });

  it("returns and updates the caller's profile at /creators/me", async () => {
    const sent = {
      headline: "Stories",
      contentCategories: ["Travel", "travel", "FOOD"],
      minTimeoutHours: 4,
      maxTimeoutHours: 72,
      level: "GOLD",
    };
    const changed = dataOf<object>(await creator.send("PATCH", "/creators/me", sent), 200);
    const address = `https://fans.example.org/${creator.username}`;
    const stored = { headline: "Stories", contentCategories: ["travel", "food"], minTimeoutHours: 4, maxTimeoutHours: 72, level: "BRONZE" };
    expect(changed).toMatchObject({ ...stored, id: creator.creatorId, username: creator.username, bioPageUrl: address });
    expect(dataOf(await creator.send("GET", "/creators/me"), 200)).toEqual(changed);
    expect(refusalOf(await creator.send("PATCH", ownPath("/dm-settings"), { minTimeoutHours: 73 }))).toBe(
      "400 creator.error.invalid_timeout_range",
    );
    expect(refusalOf(await fan.send("PATCH", "/creators/me", sent))).toBe("404 creator.error.profile_not_found");
  });

  it("BPG-05 lets the owner add, update, reorder and remove links, and shows visitors the enabled ones", async () => {
    const [a, b, c] = [await addHeading("a"), await addHeading("b"), await addHeading("c")];
    dataOf(await creator.send("PATCH", ownPath(`/links/${b.id}`), { enabled: false }), 200);
    dataOf(
      await creator.send("PATCH", ownPath(`/links/${c.id}`), {
        startsAt: new Date(system.runtime.clock.now().getTime() - 1).toISOString(),
      }),
      200,
    );
    const later = await addHeading("later", { startsAt: "2099-01-01", endsAt: "2099-02-01" });
    const ordered = await creator.send("PUT", ownPath("/links/order"), { order: [c.id, later.id, b.id, a.id] });
    expect(dataOf<Link[]>(ordered, 200).map(({ title, order }) => [title, order])).toEqual([
      ["c", 0],
      ["later", 1],
      ["b", 2],
      ["a", 3],
    ]);
    expect((await publicPage()).links.map(({ title }) => title)).toEqual(["c", "a"]);
    system.runtime.clock.set(new Date("2099-01-15T00:00:00Z"));
    expect((await publicPage()).links.map(({ title }) => title)).toEqual(["c", "later", "a"]);
    system.runtime.clock.reset();
    expect((await creator.send("DELETE", ownPath(`/links/${c.id}`))).body).toEqual({ success: true });
    expect((await publicPage()).links.map(({ title, order }) => [title, order])).toEqual([["a", 2]]);
    expect(refusalOf(await creator.send("PUT", ownPath("/links/order"), { order: [a.id] }))).toBe("400 creator.link.invalid_order");
  });

  it("BPG-05 refuses an address that a browser would execute", async () => {
    for (const url of ["javascript:alert(1)", "data:text/html,<script>", " java\nscript:x", "https://a:b@example.org"]) {
      const reply = await creator.send("POST", ownPath("/links"), { kind: "LINK", title: "x", url });
      expect([url, refusalOf(reply)]).toEqual([url, "400 creator.link.invalid_url"]);
    }
  });

  it("BPG-05 counts clicks, except those of the owner and of crawlers", async () => {
    const link = await addHeading("clicked");
    const { bioPageId } = await publicPage();
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
    const all = dataOf<Link[]>(await creator.send("GET", ownPath("/links")), 200);
    expect(all.find(({ id }) => id === link.id)).toMatchObject({ clicks: 2 });
    expect(refusalOf(await system.send("POST", `/bio/x/links/${link.id}/click`))).toMatch(/^400 /);
  });

  it("returns the QR code to the owner as an SVG image without the envelope", async () => {
    const reply = await fetch(`${system.base}/api/v1${ownPath("/qr.svg")}`, { headers: { authorization: `Bearer ${creator.token}` } });
    const text = await reply.text();
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("x-content-type-options")]).toEqual([
      200,
      "image/svg+xml; charset=utf-8",
      "nosniff",
    ]);
    expect(text).toMatch(/^<svg [^>]+>.*<\/svg>$/s);
    expect(text).not.toMatch(/script|onload|href/i);
  });

  it("BPG-05 refuses a foreign, unknown and malformed id with 403 on every route of the page", async () => {
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
