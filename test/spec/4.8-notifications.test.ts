import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LOCALES } from "#libs/contracts/shared.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

const SENT = 55;
let system: TestSystem;
let creator: CreatorPerson;
let fan: Person;

interface Item {
  readonly id: string;
  readonly eventKey: string;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly read: boolean;
  readonly readAt: string | null;
  readonly createdAt: string;
}

interface Page {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
}

const SECRET = "the text of a message";
const list = async (query = "", person: Person = creator) => dataOf<Page>(await person.send("GET", `/notifications${query}`), 200);
const count = async (person: Person = creator) =>
  dataOf<{ count: number }>(await person.send("GET", "/notifications/unread-count"), 200).count;

beforeAll(async () => {
  system = await startTestSystem();
  [creator, fan] = await Promise.all([system.newCreator(), system.newUser({ displayName: "Finn {amount} <b>" })]);
  await system.setConfig("dm.free_daily_limit", 1000);
  await system.setConfig("dm.free_per_creator_daily", 1000);
  for (let index = 0; index < SENT; index++) {
    const body = { receiverId: creator.userId, dmType: "FREE", content: `${SECRET} ${uuid()}` };
    dataOf(await fan.send("POST", "/messages", body), 201);
  }
  await eventually(async () => expect(await count()).toBe(SENT));
});

afterAll(() => system.stop());

describe("spec 4.8: the list", () => {
  it("NOT-01 NOT-10 NOT-12 NOT-18 the list has items with exactly the specified fields, and never the text of a message", async () => {
    const { items, ...rest } = await list();
    expect(rest).toEqual({ total: SENT, page: 1, limit: 20, totalPages: 3 });
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual(["body", "createdAt", "data", "eventKey", "id", "read", "readAt", "title"]);
      expect(item).toMatchObject({ eventKey: "new_message_creator", read: false, readAt: null });
      expect(item.data).toMatchObject({ senderName: "Finn {amount} <b>", dmType: "FREE" });
      expect(item.data?.deepLink).toMatch(/^\/messages\/[0-9a-f-]{36}$/);
      expect(JSON.stringify(item)).not.toContain(SECRET);
    }
  });

  it("NOT-02 the list never contains a notification of another user", async () => {
    expect((await list("", fan)).total).toBe(0);
    expect(refusalOf(await fan.send("PATCH", `/notifications/${(await list()).items[0]?.id}/read`))).toBe(
      "404 notification.error.not_found",
    );
  });

  it("NOT-03 NOT-19 the list is ordered newest first, and its pages contain each item once", async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}`)));
    const items = pages.flatMap((page) => page.items);
    expect(new Set(items.map(({ id }) => id)).size).toBe(SENT);
    const instants = items.map(({ createdAt }) => createdAt);
    expect(instants).toEqual([...instants].sort().reverse());
  });

  it("NOT-06 NOT-08 the list reads a malformed page as the first page", async () => {
    const malformed = ["0", "-5", "abc", "", "%20", "NaN", "-Infinity", "1e-3", "null", "0x", "1.9"];
    for (const page of malformed) expect([page, (await list(`?page=${page}`)).page]).toEqual([page, 1]);
    for (const query of ["?page=2&page=3", "?page[]=2", "?page[$gt]=0"])
      expect([query, (await list(query)).items.length > 0]).toEqual([query, true]);
    expect(await list("?page=99")).toMatchObject({ items: [], total: SENT, page: 99 });
  });

  it("NOT-07 NOT-08 the list clamps the limit to 1 to 50, and reads a malformed one as 20", async () => {
    const expected: [string, number][] = [
      ["0", 1],
      ["-1", 1],
      ["1", 1],
      ["50", 50],
      ["51", 50],
      ["1000", 50],
      ["99999999999999999999", 50],
      ["abc", 20],
      ["", 20],
      ["2.7", 2],
    ];
    for (const [limit, clamped] of expected) {
      const page = await list(`?limit=${limit}`);
      expect([limit, page.limit, page.items.length]).toEqual([limit, clamped, clamped]);
    }
  });

  it("NOT-08 the list never answers 400 to a query", async () => {
    const queries = [
      "?",
      "?read=%00",
      "?read[]=true",
      "?page=%F0%9F%98%80&limit=%ff",
      "?__proto__=1",
      "?a=b&&&=",
      "?limit=Infinity&page=Infinity",
    ];
    for (const query of queries) expect([query, (await creator.send("GET", `/notifications${query}`)).status]).toEqual([query, 200]);
  });

  it("NOT-09 the list answers 401 without a token", async () => {
    expect((await system.send("GET", "/notifications?page=x")).status).toBe(401);
  });

  it("NOT-11 the list is written in the present locale of the user, without raw keys or placeholders", async () => {
    const newest = async () => (await list("?limit=1")).items[0] as Item;
    const bodies = new Set<string>();
    for (const locale of LOCALES) {
      const before = (await newest()).body;
      dataOf(await creator.send("PATCH", "/auth/me", { locale }), 200);
      const { title, body } = await eventually(async () => {
        const item = await newest();
        expect(item.body).not.toBe(before);
        return item;
      });
      bodies.add(title + body);
      expect(body.replace("Finn {amount} <b>", "")).not.toMatch(/[{}]|new_message|body|\bundefined\b/);
      expect(body).toContain("Finn {amount} <b>");
    }
    expect(bodies.size).toBe(LOCALES.length);
  });
});

describe("spec 4.8: marking as read", () => {
  it("NTF-01 NOT-04 NOT-05 NTF-03 changes filters and counts after one is marked", async () => {
    const [first] = (await list()).items;
    for (const _time of [1, 2]) {
      expect((await creator.send("PATCH", `/notifications/${first?.id}/read`)).body).toEqual({ success: true });
    }
    const [read, unread] = [await list("?read=true"), await list("?read=false")];
    expect([read.total, unread.total, await count()]).toEqual([1, SENT - 1, SENT - 1]);
    expect(read.items[0]).toMatchObject({ id: first?.id, read: true });
    expect(read.items[0]?.readAt).toMatch(/Z$/);
    for (const other of ["TRUE", "1", "yes", "", "%20true"]) expect([other, (await list(`?read=${other}`)).total]).toEqual([other, SENT]);
  });

  it("NTF-02 NTF-03 marks all and returns how many were unread", async () => {
    expect(dataOf(await creator.send("POST", "/notifications/read-all"), 200)).toEqual({ updated: SENT - 1 });
    expect(dataOf(await creator.send("POST", "/notifications/read-all"), 200)).toEqual({ updated: 0 });
    expect([await count(), (await list("?read=false")).total]).toEqual([0, 0]);
  });
});
