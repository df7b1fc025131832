import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  addLink,
  getPublicBio,
  LINK_KINDS,
  type LinkKind,
  listLinks,
  orderLinks,
  removeLink,
  updateLink,
} from "#libs/contracts/creator/index.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isShown, LINK_RULES } from "#services/creator/domain/link-rules.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

type Owner = Awaited<ReturnType<CreatorFixture["newCreator"]>>;

/** A valid address for each kind, as it is sent and as it is stored. */
const VALID: Readonly<Record<LinkKind, readonly [string | null, string | null]>> = {
  LINK: ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
  HEADING: ["https://example.org", null],
  TEXT: [null, null],
  SPACER: ["javascript:alert(1)", null],
  EMAIL: ["nova@example.org", "mailto:nova@example.org"],
  PHONE: ["+4915112345678", "tel:+4915112345678"],
  VCARD: ["HTTPS://Example.org/nova.vcf", "https://example.org/nova.vcf"],
  DM_BUTTON: ["x", null],
  EMBED: ["http://video.example.org/1", "http://video.example.org/1"],
};

const REFUSED: Readonly<Record<"web" | "mail" | "phone", readonly string[]>> = {
  web: [
    ...["", "example.org", "//example.org", "/a", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)"],
    ...["data:text/html,x", "vbscript:x", "file:///etc/passwd", "ftp://example.org", "blob:https://example.org/1"],
    // secretlint-disable-next-line -- an address that is refused
    ...["https://", "https:example.org", "https://user:pass@example.org", "https://admin@example.org", "https://exa mple.org"],
    ...[
      "https://example.org/\u0000",
      "https://example.org/\u202egpj",
      'https://example.org/"onclick="x',
      "https:\\\\example.org",
      "mailto:a@example.org",
    ],
  ],
  mail: [
    "",
    "nova",
    "nova@",
    "@example.org",
    "nova@example",
    "a b@example.org",
    "a@example.org?bcc=b@example.org",
    "a@example.org,b@example.org",
    "tel:+491234567",
  ],
  phone: ["", "+0151123", "+1234567890123456", "+49151abc", "tel:abc", "+4915112345678;ext=1"],
};

describe("links of a bio page", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const add = (owner: Owner, title: string, fields: object = {}) =>
    owner.call(addLink, { creatorId: owner.creatorId, kind: "HEADING", title, ...fields });
  const titles = async (owner: Owner) => (await owner.call(listLinks, { creatorId: owner.creatorId })).map(({ title }) => title);
  const visibleTitles = async ({ username }: Owner) => (await world.admin.call(getPublicBio, { username })).links.map(({ title }) => title);
  const positions = async (owner: Owner) => (await owner.call(listLinks, { creatorId: owner.creatorId })).map(({ order }) => order);
  const positionsOf = (count: number) => Array.from({ length: count }, (_, index) => index);

  it.each(LINK_KINDS)("BPG-05 stores the fields that a link of kind %s has", async (kind) => {
    const { creatorId, ...owner } = await world.newCreator();
    const [sent, stored] = VALID[kind];
    const title = LINK_RULES[kind].title === "none" ? null : "A title";
    await expect(owner.call(addLink, { creatorId, kind, title: "  A title ", url: sent })).resolves.toEqual({
      id: expect.any(String),
      kind,
      title,
      url: stored,
      icon: null,
      enabled: true,
      startsAt: null,
      endsAt: null,
      order: 0,
      clicks: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  const refusals = LINK_KINDS.flatMap((kind) => {
    const { target } = LINK_RULES[kind];
    return target ? [[kind, target] as const] : [];
  });
  it.each(refusals)("BPG-05 refuses a link of kind %s with anything but a %s address", async (kind, target) => {
    const { creatorId, ...owner } = await world.newCreator();
    for (const url of REFUSED[target]) {
      expect([url, await outcomeOf(owner.call(addLink, { creatorId, kind, title: "x", url }))]).toEqual([url, "creator.link.invalid_url"]);
    }
    expect(await outcomeOf(owner.call(addLink, { creatorId, kind, title: "x" }))).toBe("creator.link.invalid_url");
    const tooLong = { web: "https://example.org/", mail: "a@example.org", phone: "+4912345678" }[target].padEnd(2049, "a");
    expect(await outcomeOf(owner.call(addLink, { creatorId, kind, title: "x", url: tooLong }))).toBe("error.validation_failed");
    const tooLongEscaped = `https://example.org/${"ä".repeat(1000)}`;
    expect(await outcomeOf(owner.call(addLink, { creatorId, kind, title: "x", url: tooLongEscaped }))).toBe("creator.link.invalid_url");
    await expect(owner.call(listLinks, { creatorId })).resolves.toEqual([]);
  });

  it("BPG-05 refuses LINK, HEADING and TEXT without a title, also in an update", async () => {
    const { creatorId, ...owner } = await world.newCreator();
    for (const kind of ["LINK", "HEADING", "TEXT"] as const) {
      const url = "https://example.org/";
      for (const title of [undefined, null, "", "   "]) {
        expect(await outcomeOf(owner.call(addLink, { creatorId, kind, title, url }))).toBe("creator.link.title_required");
      }
      const { id: linkId } = await owner.call(addLink, { creatorId, kind, title: "x", url });
      expect(await outcomeOf(owner.call(updateLink, { creatorId, linkId, title: null }))).toBe("creator.link.title_required");
    }
  });

  it("BPG-05 updates the given fields, clears those that are null, and keeps the kind", async () => {
    const { creatorId, ...owner } = await world.newCreator();
    const { id: linkId } = await owner.call(addLink, { creatorId, kind: "EMAIL", title: "Write", url: "a@example.org", icon: "mail" });
    const changed = await owner.call(updateLink, {
      creatorId,
      linkId,
      title: null,
      url: "b@example.org",
      ...{ kind: "LINK", clicks: 9, order: 7 },
    });
    expect(changed).toMatchObject({ kind: "EMAIL", title: null, url: "mailto:b@example.org", icon: "mail", clicks: 0, order: 0 });
    await expect(owner.call(updateLink, { creatorId, linkId, icon: null })).resolves.toMatchObject({
      icon: null,
      url: "mailto:b@example.org",
    });
  });

  it("BPG-05 refuses a link that ends before it starts, whichever date is given", async () => {
    const { creatorId, ...owner } = await world.newCreator();
    const link = { creatorId, kind: "HEADING", title: "Sale" } as const;
    for (const endsAt of ["2030-01-01T00:00:00Z", "2029-12-31", "2030-01-01T01:00:00+02:00"]) {
      expect(await outcomeOf(owner.call(addLink, { ...link, startsAt: "2030-01-01", endsAt }))).toBe("creator.link.invalid_date_range");
    }
    const { id: linkId } = await owner.call(addLink, { ...link, startsAt: "2030-01-01", endsAt: "2030-01-02T00:00:00+01:00" });
    const change = (fields: object) => owner.call(updateLink, { creatorId, linkId, ...fields });
    expect(await outcomeOf(change({ startsAt: "2030-01-03" }))).toBe("creator.link.invalid_date_range");
    expect(await outcomeOf(change({ endsAt: "2030-01-01" }))).toBe("creator.link.invalid_date_range");
    await expect(change({ endsAt: null })).resolves.toMatchObject({ startsAt: "2030-01-01T00:00:00.000Z", endsAt: null });
    await expect(change({ startsAt: "2031-01-01" })).resolves.toMatchObject({ startsAt: "2031-01-01T00:00:00.000Z" });
  });

  it("BPG-05 shows visitors the enabled links in order, from their start until their end", async () => {
    const owner = await world.newCreator();
    const at = (hours: number) => new Date(world.runtime.clock.now().getTime() + hours * HOUR).toISOString();
    await add(owner, "always");
    await add(owner, "off", { enabled: false });
    await add(owner, "later", { startsAt: at(2) });
    await add(owner, "over", { endsAt: at(-1) });
    await add(owner, "now", { startsAt: at(-1), endsAt: at(1) });
    await expect(visibleTitles(owner)).resolves.toEqual(["always", "now"]);
    try {
      world.runtime.clock.advance(3 * HOUR);
      await expect(visibleTitles(owner)).resolves.toEqual(["always", "later"]);
    } finally {
      world.runtime.clock.reset();
    }
    const page = await world.admin.call(getPublicBio, { username: owner.username });
    expect(Object.keys(page.links[0] ?? {}).sort()).toEqual(["icon", "id", "kind", "order", "title", "url"]);
    await expect(titles(owner)).resolves.toEqual(["always", "off", "later", "over", "now"]);
  });

  it("BPG-05 reorders links by a list of exactly their ids, and refuses any other list", async () => {
    const [owner, other] = [await world.newCreator(), await world.newCreator()];
    const [a, b, c] = [await add(owner, "a"), await add(owner, "b"), await add(owner, "c")];
    const foreign = await add(other, "x");
    const order = (ids: string[]) => owner.call(orderLinks, { creatorId: owner.creatorId, order: ids });
    const sorted = await order([c.id, a.id, b.id]);
    expect(sorted.map(({ title, order: at }) => [title, at])).toEqual([
      ["c", 0],
      ["a", 1],
      ["b", 2],
    ]);
    await expect(visibleTitles(owner)).resolves.toEqual(["c", "a", "b"]);
    const wrong = [
      [],
      [a.id, b.id],
      [a.id, b.id, b.id],
      [a.id, b.id, c.id, c.id],
      [a.id, b.id, foreign.id],
      [a.id, b.id, c.id, foreign.id],
      [a.id, b.id, uuid()],
    ];
    for (const ids of wrong) expect(await outcomeOf(order(ids))).toBe("creator.link.invalid_order");
    await expect(titles(owner)).resolves.toEqual(["c", "a", "b"]);
  });

  it("BPG-05 closes the gap of a removed link and adds the next link at the end", async () => {
    const owner = await world.newCreator();
    const [, b] = [await add(owner, "a"), await add(owner, "b"), await add(owner, "c")];
    const other = await world.newCreator();
    for (const title of ["x", "y", "z"]) await add(other, title);
    await owner.call(removeLink, { creatorId: owner.creatorId, linkId: b.id });
    await expect(positions(other)).resolves.toEqual([0, 1, 2]);
    await expect(positions(owner)).resolves.toEqual([0, 1]);
    await expect(add(owner, "d")).resolves.toMatchObject({ order: 2 });
    await expect(titles(owner)).resolves.toEqual(["a", "c", "d"]);
    expect(await outcomeOf(owner.call(removeLink, { creatorId: owner.creatorId, linkId: b.id }))).toBe("creator.link.not_found");
  });

  it("BPG-05 keeps positions without gaps and duplicates when links are added, removed and reordered at once", async () => {
    const owner = await world.newCreator();
    const { creatorId } = owner;
    const links = [];
    for (const title of ["a", "b", "c", "d"]) links.push(await add(owner, title));
    const ids = links.map(({ id }) => id);
    const outcomes = await Promise.all([
      ...["e", "f", "g", "h"].map((title) => outcomeOf(add(owner, title))),
      ...ids.slice(0, 2).map((linkId) => outcomeOf(owner.call(removeLink, { creatorId, linkId }))),
      ...[ids.toReversed(), ids].map((order) => outcomeOf(owner.call(orderLinks, { creatorId, order }))),
    ]);
    expect(outcomes.slice(0, 6)).toEqual(Array(6).fill("ok"));
    for (const outcome of outcomes.slice(6)) expect(["ok", "creator.link.invalid_order"]).toContain(outcome);
    await expect(positions(owner)).resolves.toEqual(positionsOf(6));
    await expect(world.stored("bio_pages", { creatorId })).resolves.toMatchObject([{ links: 6 }]);
  });

  it("BPG-05 keeps to creator.max_links when links are added at once", async () => {
    const owner = await world.newCreator();
    world.setConfig({ "creator.max_links": 3 });
    try {
      const outcomes = await Promise.all(["a", "b", "c", "d", "e", "f"].map((title) => outcomeOf(add(owner, title))));
      expect(outcomes.sort()).toEqual([...Array(3).fill("creator.link.limit_reached"), ...Array(3).fill("ok")]);
      await expect(add(owner, "g")).rejects.toMatchObject({ code: 400, vars: { maximum: 3 } });
      const [first] = await owner.call(listLinks, { creatorId: owner.creatorId });
      await owner.call(removeLink, { creatorId: owner.creatorId, linkId: first?.id ?? "" });
      expect(await outcomeOf(add(owner, "h"))).toBe("ok");
    } finally {
      world.setConfig({});
    }
    await expect(positions(owner)).resolves.toEqual(positionsOf(3));
  });

  it("BPG-05 refuses to list or change links of another creator", async () => {
    const [owner, other] = [await world.newCreator(), await world.newCreator()];
    const theirs = await add(other, "theirs");
    const mine = owner.creatorId;
    for (const creatorId of [other.creatorId, uuid(), "x"]) {
      const calls = [
        owner.call(listLinks, { creatorId }),
        owner.call(addLink, { creatorId, kind: "SPACER" }),
        owner.call(updateLink, { creatorId, linkId: theirs.id, title: "mine" }),
        owner.call(removeLink, { creatorId, linkId: theirs.id }),
        owner.call(orderLinks, { creatorId, order: [theirs.id] }),
      ];
      for (const outcome of await Promise.all(calls.map(outcomeOf))) expect(outcome).toBe("creator.error.not_owner");
    }
    for (const linkId of [theirs.id, uuid(), "x"]) {
      const calls = [
        owner.call(updateLink, { creatorId: mine, linkId, title: "mine" }),
        owner.call(removeLink, { creatorId: mine, linkId }),
      ];
      for (const outcome of await Promise.all(calls.map(outcomeOf))) expect(outcome).toBe("creator.link.not_found");
    }
    await expect(titles(other)).resolves.toEqual(["theirs"]);
    await expect(world.stored("bio_pages", { creatorId: mine })).resolves.toMatchObject([{ links: 0 }]);
  });

  it("BPG-05 shows a link at its start and hides it at its end", () => {
    const [before, start, end] = [new Date(999), new Date(1_000), new Date(2_000)];
    const shown = [before, start, end].map((now) => isShown({ enabled: true, startsAt: start, endsAt: end }, now));
    expect(shown).toEqual([false, true, false]);
  });

  it("BPG-05 writes an audit line for each change", async () => {
    const owner = await world.newCreator();
    const { creatorId } = owner;
    const { id: linkId } = await add(owner, "a");
    await owner.call(updateLink, { creatorId, linkId, title: "b" });
    await owner.call(orderLinks, { creatorId, order: [linkId] });
    await owner.call(removeLink, { creatorId, linkId });
    const lines = (await world.stored("audit_log", { target: creatorId })).filter(({ action }) => /Link/.test(String(action)));
    lines.sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1));
    expect(lines.map(({ action, actor }) => [action, actor])).toEqual(
      ["addLink", "updateLink", "orderLinks", "removeLink"].map((name) => [`creator.${name}`, owner.userId]),
    );
  });
});
