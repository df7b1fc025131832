import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

interface Listed {
  readonly results: readonly { readonly id: string; readonly email: string; readonly status: string; readonly roles: string[] }[];
  readonly nextCursor: string | null;
}

/** The end of a session is effective in every gateway within two seconds. */
const REVOKED_WITHIN_MS = 2_000;
/** Addresses of the people in these tests begin with it. */
const PREFIX = `zq${uuid().slice(-6)}`;

let system: TestSystem;
let admin: Person;
let people: Person[];
const staff = new Map<AdminRole, Person>();

beforeAll(async () => {
  system = await startTestSystem();
  admin = await newAdmin(system, "SUPER_ADMIN");
  for (const role of ["FINANCE", "SUPPORT", "EDITOR", "ANALYST", "ADMIN"] as const) staff.set(role, await newAdmin(system, role));
  people = [];
  for (const name of ["ada", "bob", "cleo", "dora", "eve"]) people.push(await named(name));
});
afterAll(() => system.stop());

/** A new user whose address begins with the prefix. */
async function named(name: string): Promise<Person> {
  const person = await system.newUser();
  const email = `${PREFIX}.${name}@example.org`;
  const users = system.runtime.database("account").connection.collection<{ _id: string; email: string }>("users");
  await users.updateOne({ _id: person.userId }, { $set: { email } });
  return { ...person, email };
}

const as = (role: AdminRole) => staff.get(role) as Person;
const list = async (query: string, person = admin) => dataOf<Listed>(await person.send("GET", `/admin/users?${query}`), 200);
const idsOf = ({ results }: Listed) => results.map(({ id }) => id);
const auditOf = (action: string) => system.runtime.database("account").connection.collection("audit_log").find({ action }).sort({ at: -1 });

describe("users for staff", () => {
  it("STF-14 a search by beginnings, in any case, combines with status and role", async () => {
    const ids = people.map(({ userId }) => userId);
    expect(idsOf(await list(`email=${PREFIX.toUpperCase()}`))).toEqual(ids);
    expect(idsOf(await list(`email=${PREFIX}.C`))).toEqual([ids[2]]);
    expect(idsOf(await list(`email=${encodeURIComponent(`${PREFIX}.dora@ｅｘample.org`)}`))).toEqual([ids[3]]);
    expect(idsOf(await list("limit=5"))).toEqual([...ids].reverse());
    const status = { status: "SUSPENDED", reason: "A test of the list" };
    dataOf(await admin.send("PATCH", `/admin/users/${ids[1]}/status`, status), 200);
    expect(idsOf(await list(`email=${PREFIX}&status=SUSPENDED`))).toEqual([ids[1]]);
    expect(idsOf(await list("status=SUSPENDED&limit=1"))).toEqual([ids[1]]);
    expect(idsOf(await list(`email=${PREFIX}&role=FINANCE`))).toEqual([]);
    expect(idsOf(await list("role=FINANCE"))).toContain(as("FINANCE").userId);
    const creator = await system.newCreator();
    expect(idsOf(await list(`username=${creator.username.slice(0, -1).toUpperCase()}`))).toContain(creator.userId);
    expect(idsOf(await list("email=%F0%9F%99%82%F0%9F%99%82"))).toEqual([]);
  });

  it("STF-14 shorter beginnings, other statuses and foreign roles of callers are refused", async () => {
    for (const query of ["email=ab", "username=a", "status=GONE", "limit=0", "limit=101", "cursor=7", "email=", "role="]) {
      expect([query, refusalOf(await admin.send("GET", `/admin/users?${query}`))]).toEqual([query, INVALID]);
    }
    for (const role of ["FINANCE", "SUPPORT"] as const) await list("limit=1", as(role));
    for (const role of ["EDITOR", "ANALYST"] as const) {
      expect(refusalOf(await as(role).send("GET", "/admin/users"))).toBe("403 error.forbidden");
      expect(refusalOf(await as(role).send("GET", `/admin/users/${admin.userId}`))).toBe("403 error.forbidden");
    }
  });

  it("STF-15 pages of a list have each user once while others register; an unknown cursor has an empty page", async () => {
    for (const query of ["", `email=${PREFIX}&`]) {
      const before = idsOf(await list(`${query}limit=100`));
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: Listed = await list(`${query}limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...idsOf(page));
        cursor = page.nextCursor;
        if (seen.length === 2) await system.newUser();
      }
      expect(seen).toEqual(before);
    }
    expect(await list(`cursor=${uuid()}`)).toMatchObject({ results: [], nextCursor: null });
    expect(await list(`email=${PREFIX}&cursor=${uuid()}`)).toMatchObject({ results: [], nextCursor: null });
  });

  it("STF-17 the audit log has a line for each search and each look, without the text that was looked for", async () => {
    await list(`email=${PREFIX}.ad`);
    const [line] = await auditOf("account.listUsers").limit(1).toArray();
    expect(line).toMatchObject({ actor: admin.userId, target: "users", details: { filters: ["email"], found: 1 } });
    expect(JSON.stringify(line)).not.toContain(PREFIX);
    const { userId, email } = people[0] as Person;
    const user = dataOf(await admin.send("GET", `/admin/users/${userId}`), 200);
    expect(user).toMatchObject({ id: userId, email, openSessions: 1, linkedSignIns: 0, deletionScheduledAt: null });
    const [look] = await auditOf("account.getUser").limit(1).toArray();
    expect(look).toMatchObject({ actor: admin.userId, target: userId });
  });

  it("STF-14 a user says the statuses that the caller may set: none of one's own, and of staff only by a super admin", async () => {
    const nextOf = async (person: Person, of: Person) =>
      dataOf<{ statusNext: string[] }>(await person.send("GET", `/admin/users/${of.userId}`), 200).statusNext;
    expect(await nextOf(as("ADMIN"), people[0] as Person)).toEqual(["SUSPENDED", "BANNED"]);
    expect(await nextOf(admin, people[1] as Person)).toEqual(["ACTIVE", "BANNED"]);
    expect(await nextOf(admin, admin)).toEqual([]);
    expect(await nextOf(as("ADMIN"), as("FINANCE"))).toEqual([]);
    expect(await nextOf(admin, as("FINANCE"))).toEqual(["SUSPENDED", "BANNED"]);
    expect(await nextOf(as("FINANCE"), people[0] as Person)).toEqual([]);
    expect(refusalOf(await admin.send("GET", `/admin/users/${uuid()}`))).toBe("404 error.user.not_found");
  });

  it("CON-14 a user names the creator profile, and the day of a deletion once one is asked for", async () => {
    const detailOf = async ({ userId }: Person) => dataOf<object>(await admin.send("GET", `/admin/users/${userId}`), 200);
    const creator = await system.newCreator();
    expect(await detailOf(creator)).toMatchObject({ creatorId: creator.creatorId, deletionScheduledAt: null });
    const person = await system.newUser();
    expect(await detailOf(person)).toMatchObject({ creatorId: null, deletionScheduledAt: null });
    const { scheduledAt } = dataOf<{ scheduledAt: string }>(await person.send("POST", "/gdpr/delete"), 201);
    expect(await detailOf(person)).toMatchObject({ status: "DEACTIVATED", deletionScheduledAt: scheduledAt, statusNext: [] });
  });

  it("CON-14 a user found by beginning or id is suspended: the token is refused, and a colleague's only by a super admin's word", async () => {
    const person = await named("frida");
    expect(idsOf(await list(`email=${PREFIX}.fr`))).toEqual([person.userId]);
    const change = (by: Person, { userId }: Person, status: string) =>
      by.send("PATCH", `/admin/users/${userId}/status`, { status, reason: "A stolen account" });
    expect((await person.send("GET", "/auth/me")).status).toBe(200);
    expect(refusalOf(await change(as("SUPPORT"), person, "SUSPENDED"))).toBe("403 error.forbidden");
    dataOf(await change(as("ADMIN"), person, "SUSPENDED"), 200);
    await eventually(async () => expect(refusalOf(await person.send("GET", "/auth/me"))).toBe("401 error.unauthorized"), REVOKED_WITHIN_MS);
    expect(dataOf(await admin.send("GET", `/admin/users/${person.userId}`), 200)).toMatchObject({ status: "SUSPENDED", openSessions: 0 });
    dataOf(await change(as("ADMIN"), person, "ACTIVE"), 200);
    expect(refusalOf(await change(as("ADMIN"), as("FINANCE"), "SUSPENDED"))).toBe("403 error.forbidden");
    const colleague = await newAdmin(system, "EDITOR");
    dataOf(await change(admin, colleague, "SUSPENDED"), 200);
    await eventually(
      async () => expect(refusalOf(await colleague.send("GET", "/auth/me"))).toBe("401 error.unauthorized"),
      REVOKED_WITHIN_MS,
    );
  });

  it("CON-17 one call names 25 users in the order of their ids; who may not read users gets colleagues only", async () => {
    const more = await Promise.all(Array.from({ length: 19 }, () => system.newUser()));
    const ids = [...people, ...more].map(({ userId }) => userId);
    const asked = [admin.userId, ...ids, uuid()];
    const namesFor = async (person: Person) =>
      dataOf<{ id: string }[]>(await person.send("GET", `/admin/names?ids=${asked.join(",")}`), 200).map(({ id }) => id);
    expect(await namesFor(as("FINANCE"))).toEqual([admin.userId, ...ids]);
    expect(await namesFor(as("ANALYST"))).toEqual([admin.userId]);
    expect(await namesFor(as("EDITOR"))).toEqual([admin.userId]);
    const root = await system.admin();
    const rootFor = async (person: Person) =>
      dataOf<{ displayName: string | null; email?: string }[]>(await person.send("GET", `/admin/names?ids=${root.userId}`), 200)[0];
    expect(await rootFor(as("FINANCE"))).toMatchObject({ displayName: null, email: expect.stringContaining("@") });
    expect(await rootFor(as("ANALYST"))).not.toHaveProperty("email");
    for (const ids of ["", "x", `${uuid()},`, Array.from({ length: 101 }, () => uuid()).join(",")])
      expect(refusalOf(await admin.send("GET", `/admin/names?ids=${ids}`))).toBe(INVALID);
    expect(refusalOf(await (people[0] as Person).send("GET", `/admin/names?ids=${admin.userId}`))).toBe("403 error.forbidden");
  });
});
