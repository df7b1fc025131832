import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { STAFF_KINDS, type StaffKind } from "#libs/contracts/config/index.ts";
import { KIND_PAGES, pathOf, permissionOf } from "#libs/contracts/console-pages.ts";
import { KINDS_OF } from "#libs/contracts/staff-reads.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { ADMIN_ROLES, type AdminRole, hasPermission } from "#libs/policies/roles.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { makeOneOfEach } from "./one-of-each.ts";
import { INVALID, refusalOf } from "./refusal.ts";

interface Found {
  readonly kind: StaffKind;
  readonly id: string;
  readonly path: string;
}

/** The settings are found by the service that answers. */
const OWN_KINDS: readonly StaffKind[] = ["SETTING", "FLAG", "SWITCH"];

let system: TestSystem;
let fan: Person;
let creator: CreatorPerson;
let admin: Person;
let ids: ReadonlyMap<StaffKind, string>;

beforeAll(async () => {
  system = await startTestSystem();
  ({ fan, creator, admin, ids } = await makeOneOfEach(system));
});
afterAll(() => system.stop());

const lookUp = async (id: string, person = admin) =>
  dataOf<Found[]>(await person.send("GET", `/admin/lookup?id=${encodeURIComponent(id)}`), 200);
const rows = (database: string, collection: string) => system.runtime.database(database).connection.collection<{ _id: string }>(collection);

describe("what a pasted id is", () => {
  it("CNS-11 every kind is found by its id, with the page of the one table", async () => {
    expect([...ids.keys()].sort()).toEqual([...STAFF_KINDS].sort());
    for (const [kind, id] of ids)
      expect([kind, await lookUp(id)]).toEqual([kind, expect.arrayContaining([{ kind, id, path: pathOf(kind, id) }])]);
    expect(await lookUp(fan.userId)).toEqual([
      { kind: "USER", id: fan.userId, path: `/admin/users/${fan.userId}` },
      { kind: "WALLET", id: fan.userId, path: `/admin/wallets/${fan.userId}` },
    ]);
  });

  it("CNS-11 each role gets the kinds that it may read, and no others", async () => {
    for (const role of Object.keys(ADMIN_ROLES) as AdminRole[]) {
      const person = await newAdmin(system, role);
      for (const [kind, id] of ids) {
        const may = hasPermission([role], permissionOf(KIND_PAGES[kind].reads));
        const kinds = (await lookUp(id, person)).map((found) => found.kind);
        expect([role, kind, kinds.includes(kind)]).toEqual([role, kind, may]);
      }
    }
  });

  it("CNS-11 a wallet and an escrow are found by their own id too, as what their page shows", async () => {
    const wallet = await rows("messaging", "wallets").findOne({ userId: fan.userId } as object);
    expect(await lookUp(wallet?._id ?? "")).toEqual([{ kind: "WALLET", id: fan.userId, path: `/admin/wallets/${fan.userId}` }]);
    const messageId = ids.get("ESCROW") ?? "";
    const escrow = await rows("messaging", "escrows").findOne({ messageId } as object);
    expect(await lookUp(escrow?._id ?? "")).toEqual([{ kind: "ESCROW", id: messageId, path: `/admin/escrows?messageId=${messageId}` }]);
  });

  it("CNS-11 people are found by their username, help by its address, and endpoints by theirs or its host", async () => {
    const { username } = creator;
    const user = { kind: "USER", id: creator.userId, path: `/admin/users/${creator.userId}` };
    const page = { kind: "CREATOR", id: creator.creatorId, path: `/admin/creators/${creator.creatorId}` };
    for (const typed of [username, `@${username}`, ` @${username.toUpperCase()}`])
      expect([typed, await lookUp(typed)]).toEqual([typed, [user, page]]);
    const [articleId = "", endpointId = ""] = [ids.get("ARTICLE"), ids.get("ENDPOINT")];
    const [article, endpoint] = await Promise.all([
      rows("content", "help_articles").findOne({ _id: articleId }),
      rows("webhook", "webhook_endpoints").findOne({ _id: endpointId }),
    ]);
    const { slug } = article as unknown as { slug: string };
    const { url } = endpoint as unknown as { url: string };
    for (const typed of [slug, `/help/${slug}`, slug.toUpperCase()]) {
      const found = await lookUp(typed);
      expect([typed, found]).toEqual([typed, [expect.objectContaining({ kind: "ARTICLE", id: articleId })]]);
    }
    for (const typed of [url, new URL(url).host]) {
      const found = await lookUp(typed);
      expect([typed, found]).toEqual([typed, [expect.objectContaining({ kind: "ENDPOINT", id: endpointId })]]);
    }
    const analyst = await newAdmin(system, "ANALYST");
    expect(await lookUp(username, analyst)).toEqual([page]);
    const gone = await system.newUser();
    await rows("account", "users").updateOne({ _id: gone.userId }, { $set: { status: "DELETED", username: "gone-and-away" } });
    expect(await lookUp("gone-and-away")).toEqual([]);
  });

  it("CNS-11 space around an id and capitals of a UUID do not matter; an unknown, odd or too long one is an empty list", async () => {
    expect(await lookUp(`  ${fan.userId.toUpperCase()}\n`)).toHaveLength(2);
    for (const id of [uuid(), "nothing", "__proto__", "toString", '{"$gt":""}', "a/../b", "x".repeat(5_000), "\u0000", "💸", "%"])
      expect([id.slice(0, 20), await lookUp(id)]).toEqual([id.slice(0, 20), []]);
    const query = `/admin/lookup?id[$gt]=`;
    expect(refusalOf(await admin.send("GET", query))).toBe(INVALID);
    for (const path of ["/admin/lookup", "/admin/lookup?id=", "/admin/lookup?id=%20"])
      expect([path, refusalOf(await admin.send("GET", path))]).toEqual([path, INVALID]);
    expect(refusalOf(await fan.send("GET", `/admin/lookup?id=${uuid()}`))).toBe("403 error.forbidden");
  });

  it("CNS-11 a deleted account is not found, like on its page", async () => {
    const gone = await system.newUser();
    await rows("account", "users").updateOne({ _id: gone.userId }, { $set: { status: "DELETED" } });
    expect((await lookUp(gone.userId)).map(({ kind }) => kind)).not.toContain("USER");
  });

  it("CNS-11 the table has a page and a permission for each kind, and each is found by one service", () => {
    const found = [...Object.values(KINDS_OF).flat(), ...OWN_KINDS];
    expect([...found].sort()).toEqual([...STAFF_KINDS].sort());
    for (const kind of STAFF_KINDS) {
      expect(pathOf(kind, "a b/c")).toMatch(/^\/admin\/[a-z]/);
      expect(pathOf(kind, "a b/c")).not.toMatch(/[{} ]/);
      expect(ADMIN_ROLES.SUPER_ADMIN).toContain(permissionOf(KIND_PAGES[kind].reads));
    }
  });

  it("CNS-11 while a service is away what the others know is found, and an id that none knows is 503, not unknown", async () => {
    await system.broker.destroyService(system.broker.getLocalService("content"));
    expect(await lookUp(fan.userId)).toHaveLength(2);
    expect(refusalOf(await admin.send("GET", `/admin/lookup?id=${uuid()}`))).toBe("503 error.service_unavailable");
    const finance = await newAdmin(system, "FINANCE");
    expect(await lookUp(uuid(), finance)).toEqual([]);
  });
});
