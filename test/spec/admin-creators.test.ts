import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { type IdentityWorld, pathOf, startIdentityWorld } from "../creator/identity-world.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

interface Page {
  readonly results: readonly { readonly creatorId: string; readonly kycChangedAt: string | null }[];
  readonly nextCursor: string | null;
}

interface Detail {
  readonly kycStatus: string;
  readonly level: string;
  readonly levelPinned: boolean;
  readonly kyc: { readonly reasons: readonly string[]; readonly reason: string | null; readonly validUntil: string | null };
  readonly kycNext: readonly string[];
  readonly statusNext: readonly string[];
  readonly socials: readonly { readonly id: string; readonly verified: boolean; readonly method: string | null }[];
}

/** Usernames of the creators in these tests begin with it. */
const PREFIX = `zq${uuid().slice(-6)}`;

let world: IdentityWorld;
let admin: Person;
let creators: CreatorPerson[];
const staff = new Map<AdminRole, Person>();

beforeAll(async () => {
  world = await startIdentityWorld();
  admin = await newAdmin(world.system, "SUPER_ADMIN");
  for (const role of ["FINANCE", "MODERATOR", "SUPPORT", "ANALYST", "EDITOR"] as const) staff.set(role, await newAdmin(world.system, role));
  creators = [];
  for (const name of ["ada", "bob", "cleo", "dora"]) creators.push(await named(name));
});
afterAll(() => world.stop());

/** A new creator whose username begins with the prefix. */
async function named(name: string): Promise<CreatorPerson> {
  const creator = await world.system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  const username = `${PREFIX}${name}`;
  await world.rows("creator_profiles").updateOne({ _id: creator.creatorId as never }, { $set: { username } });
  return { ...creator, username };
}

const creatorAt = (index: number) => creators[index] as CreatorPerson;
const as = (role: AdminRole) => staff.get(role) as Person;
const list = async (query: string, by = admin) => dataOf<Page>(await by.send("GET", `/admin/creators?${query}`), 200);
const idsOf = ({ results }: Page) => results.map(({ creatorId }) => creatorId);
const detailOf = async ({ creatorId }: CreatorPerson, by = admin) =>
  dataOf<Detail>(await by.send("GET", `/admin/creators/${creatorId}`), 200);
const setStatus = ({ creatorId }: CreatorPerson, creatorStatus: string) =>
  admin.send("PATCH", `/admin/creators/${creatorId}/status`, { creatorStatus, reason: "A test" });

/** All creators of a list, read by pages of two; `between` runs after the first one. */
async function readPages(query: string, between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await list(`${query}limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    seen.push(...idsOf(page));
    cursor = page.nextCursor;
    if (seen.length === 2) await between();
  }
  return seen;
}

describe("creators for staff", () => {
  it("STF-18 username, status, level and identity check combine; without them the newest come first", async () => {
    const ids = creators.map(({ creatorId }) => creatorId);
    expect(idsOf(await list("limit=4"))).toEqual([...ids].reverse());
    expect(idsOf(await list(`username=${PREFIX.toUpperCase()}`))).toEqual(ids);
    expect(idsOf(await list(`username=${PREFIX}c`))).toEqual([ids[2]]);
    dataOf(await setStatus(creatorAt(1), "SUSPENDED"), 200);
    dataOf(await admin.send("PATCH", `/admin/creators/${ids[2]}/level`, { level: "GOLD" }), 200);
    dataOf(await creatorAt(1).send("POST", pathOf(creatorAt(1))), 201);
    expect(idsOf(await list("status=SUSPENDED"))).toEqual([ids[1]]);
    expect(idsOf(await list("level=GOLD"))).toEqual([ids[2]]);
    expect(idsOf(await list("kycStatus=IN_PROGRESS&limit=1"))).toEqual([ids[1]]);
    expect(idsOf(await list(`username=${PREFIX}&status=SUSPENDED&kycStatus=IN_PROGRESS&level=BRONZE`))).toEqual([ids[1]]);
    expect(idsOf(await list(`username=${PREFIX}&status=SUSPENDED&level=GOLD`))).toEqual([]);
    expect(idsOf(await list(`username=${PREFIX}&kycStatus=NOT_STARTED&status=ACTIVE`))).toEqual([ids[0], ids[2], ids[3]]);
    expect(idsOf(await list(`username=${PREFIX}&sort=oldest`))).toEqual(ids);
    dataOf(await setStatus(creatorAt(1), "ACTIVE"), 200);
  });

  it("STF-18 refuses other values, and callers without creators:read", async () => {
    const refused = ["username=a", "username=", "status=GONE", "level=IRON", "kycStatus=", "sort=random", "limit=0", "limit=101"];
    for (const query of refused) {
      expect([query, refusalOf(await admin.send("GET", `/admin/creators?${query}`))]).toEqual([query, INVALID]);
    }
    for (const role of ["FINANCE", "MODERATOR", "SUPPORT", "ANALYST"] as const) await list("limit=1", as(role));
    for (const path of ["", `/${creatorAt(0).creatorId}`]) {
      expect(refusalOf(await as("EDITOR").send("GET", `/admin/creators${path}`))).toBe("403 error.forbidden");
      expect(refusalOf(await creatorAt(0).send("GET", `/admin/creators${path}`))).toBe("403 error.forbidden");
    }
    expect(refusalOf(await admin.send("GET", `/admin/creators/${uuid()}`))).toBe("404 creator.error.not_found");
  });

  it("STF-18 pages have each creator once while others join and names change; an unknown cursor has an empty page", async () => {
    for (const query of ["", `username=${PREFIX}&`]) {
      const before = idsOf(await list(`${query}limit=100`));
      expect(await readPages(query, () => world.system.newCreator())).toEqual(before);
    }
    const newest = (await list("limit=1")).nextCursor as string;
    const unknown = [uuid(), "nonsense", "oldest|nonsense|7", "|", encodeURIComponent(newest.replace("newest", "username"))];
    for (const query of ["", "sort=oldest&", `username=${PREFIX}&`]) {
      const left = unknown.slice(0, query.startsWith("username") ? 4 : 5);
      for (const cursor of left) expect(await list(`${query}cursor=${cursor}`)).toMatchObject({ results: [], nextCursor: null });
    }
  });
});

describe("identity checks for staff", () => {
  it("CON-15 those who wait longest come first, and a decision between two pages hides none of the others", async () => {
    const waiting = [await world.submitted(), await world.submitted(), await world.submitted(), await world.submitted()];
    const ids = waiting.map(({ creatorId }) => creatorId);
    const query = "kycStatus=IN_REVIEW&sort=oldest&";
    expect(idsOf(await list(query))).toEqual(ids);
    const decideTwo = () => Promise.all(waiting.slice(0, 2).map((creator) => world.decide(creator, { kycStatus: "APPROVED" })));
    expect(await readPages(query, decideTwo)).toEqual(ids);
    expect(idsOf(await list(query))).toEqual(ids.slice(2));
    const begun = (await list("sort=oldest&limit=100")).results.map(({ kycChangedAt }) => kycChangedAt);
    expect(begun).toEqual([...begun].sort());
    expect(begun).not.toContain(null);
    expect(await readPages("sort=oldest&")).toHaveLength(begun.length);
  });

  it("CON-15 a creator says the steps that may follow; those are taken, all others are refused", async () => {
    const all = ["NOT_STARTED", "IN_PROGRESS", "IN_REVIEW", "APPROVED", "REJECTED", "RESUBMISSION_REQUIRED", "EXPIRED"];
    const creator = await world.system.newCreator();
    const path = ["IN_PROGRESS", "NOT_STARTED", "IN_PROGRESS", "IN_REVIEW", "RESUBMISSION_REQUIRED", "IN_PROGRESS", "IN_REVIEW"];
    for (const kycStatus of [...path, "APPROVED", "EXPIRED", "IN_PROGRESS", "IN_REVIEW", "REJECTED"]) {
      const { kycNext } = await detailOf(creator);
      expect(kycNext).toContain(kycStatus);
      for (const other of all.filter((status) => !kycNext.includes(status))) {
        expect(refusalOf(await world.decide(creator, { kycStatus: other }, admin))).toBe("409 creator.kyc.invalid_status");
      }
      dataOf(await world.decide(creator, { kycStatus }, admin), 200);
    }
    expect(await detailOf(creator)).toMatchObject({ kycStatus: "REJECTED", kycNext: [] });
  });

  it("CON-15 the reason of a refusal is shown to staff and to the creator; steps are those of the caller", async () => {
    const creator = await world.submitted();
    const kycNext = ["APPROVED", "REJECTED", "RESUBMISSION_REQUIRED"];
    expect(await detailOf(creator)).toMatchObject({ kyc: { reason: null, validUntil: null, provider: "manual" }, kycNext });
    expect((await detailOf(creator, as("FINANCE"))).kycNext).toEqual(kycNext);
    expect(await detailOf(creator, as("SUPPORT"))).toMatchObject({ kycNext: [], statusNext: [] });
    expect((await detailOf(creator, as("FINANCE"))).statusNext).toEqual([]);
    const refusal = { kycStatus: "REJECTED", reasons: ["NAME_MISMATCH"], reason: "The passport shows another name." };
    dataOf(await world.decide(creator, refusal, admin), 200);
    const { kycStatus, ...shown } = refusal;
    expect(await detailOf(creator)).toMatchObject({ kycStatus, kyc: { ...shown, validUntil: null } });
    expect(await world.checkOf(creator)).toMatchObject(refusal);
    const approved = await world.submitted();
    dataOf(await world.decide(approved, { kycStatus: "APPROVED" }, admin), 200);
    const { validUntil } = dataOf<{ validUntil: string }>(await approved.send("GET", pathOf(approved)), 200);
    expect((await detailOf(approved)).kyc.validUntil).toBe(validUntil);
  });
});

describe("one creator for staff", () => {
  it("CON-16 a level is pinned, a ban leaves one way on, and a verified account is on the public page", async () => {
    const creator = creatorAt(3);
    const path = `/creators/${creator.creatorId}`;
    const given = { platform: "mastodon", handle: "@dora", url: "https://social.example/@dora" };
    const { id } = dataOf<{ id: string }>(await creator.send("POST", `${path}/socials`, given), 201);
    const account = { id, platform: "MASTODON", handle: "dora", url: given.url };
    expect(await detailOf(creator)).toEqual(
      expect.objectContaining({
        ...{ creatorId: creator.creatorId, userId: creator.userId, level: "BRONZE", levelPinned: false, dmActive: true },
        ...{ price: "5.00", currency: "EUR", kycChangedAt: null, statusNext: ["SUSPENDED", "BANNED", "DEACTIVATED"] },
        socials: [{ ...account, verified: false, method: null }],
      }),
    );
    const socialsOfPage = async () =>
      dataOf<{ socials: object[] }>(await world.system.send("GET", `/bio/${creator.username}`), 200).socials;
    expect(await socialsOfPage()).toEqual([]);
    dataOf(await admin.send("POST", `/admin${path}/socials/${id}/verify`, { reason: "Seen in a call" }), 200);
    expect((await detailOf(creator)).socials).toEqual([{ ...account, verified: true, method: "ADMIN" }]);
    expect(await socialsOfPage()).toEqual([{ platform: "MASTODON", handle: "dora", url: given.url }]);
    dataOf(await admin.send("PATCH", `/admin${path}/level`, { level: "GOLD", pinned: true }), 200);
    expect(await detailOf(creator)).toMatchObject({ level: "GOLD", levelPinned: true });
    dataOf(await setStatus(creator, "BANNED"), 200);
    expect((await detailOf(creator)).statusNext).toEqual(["DEACTIVATED"]);
    expect(refusalOf(await setStatus(creator, "ACTIVE"))).toBe("409 creator.error.invalid_status");
  });

  it("CON-16 each status that a creator names is accepted, and every other one is refused", async () => {
    const all = ["ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED"];
    for (const path of [["SUSPENDED", "ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED", "BANNED"], ["DEACTIVATED"]]) {
      const creator = await world.system.newCreator();
      for (const status of path) {
        const { statusNext } = await detailOf(creator);
        expect(statusNext).toContain(status);
        const others = all.filter((other) => !statusNext.includes(other));
        for (const other of others) expect(refusalOf(await setStatus(creator, other))).toBe("409 creator.error.invalid_status");
        dataOf(await setStatus(creator, status), 200);
      }
    }
  });

  it("CON-16 staff who are creators themselves may change nothing of their own profile", async () => {
    const users = world.system.runtime.database("account").connection.collection<{ _id: string; roles: string[] }>("users");
    const creator = await world.system.newCreator();
    await users.updateOne({ _id: creator.userId }, { $set: { roles: ["SUPER_ADMIN"] } });
    const own = await world.system.signIn(creator.email, creator.password);
    expect(await detailOf(creator, own)).toMatchObject({ kycNext: [], statusNext: [] });
    expect((await detailOf(creator)).statusNext).not.toEqual([]);
  });
});
