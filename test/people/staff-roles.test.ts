import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { refusalOf } from "../spec/refusal.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

const UNAUTHORIZED = "401 error.unauthorized";
/** The end of a session is effective in every gateway within two seconds. */
const REVOKED_WITHIN_MS = 2_000;
const reason = "A test of the roles";

let system: TestSystem;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem();
  admin = await newAdmin(system, "SUPER_ADMIN");
});
afterAll(() => system.stop());

const changeRoles = (by: Person, of: Pick<Person, "userId">, roles: readonly string[]) =>
  by.send("PUT", `/admin/staff/${of.userId}/roles`, { roles, reason });
const remove = (by: Person, of: Pick<Person, "userId">) => by.send("POST", `/admin/staff/${of.userId}/remove`, { reason });
const auditOf = (action: string, target: string) =>
  system.runtime.database("account").connection.collection("audit_log").findOne({ action, target });

describe("roles of the staff", () => {
  it("STF-12 a change of roles ends bearer and admin session within two seconds; the next login has the new ones", async () => {
    const colleague = await newAdmin(system, "MODERATOR");
    const browser = await openAdminBrowser(system, colleague);
    dataOf(await changeRoles(admin, colleague, ["ANALYST", "EDITOR"]), 200);
    await eventually(async () => {
      expect(refusalOf(await colleague.send("GET", "/auth/me"))).toBe(UNAUTHORIZED);
      expect(refusalOf(await browser.send("GET", "/admin/auth/me"))).toBe(UNAUTHORIZED);
    }, REVOKED_WITHIN_MS);
    const again = await system.signIn(colleague.email, colleague.password);
    expect(dataOf(await again.send("GET", "/admin/auth/me"), 200)).toMatchObject({ roles: ["EDITOR", "ANALYST"] });
    const details = { from: ["MODERATOR"], to: ["EDITOR", "ANALYST"], reason };
    expect(await auditOf("staff.roles_changed", colleague.userId)).toMatchObject({ actor: admin.userId, details });
    dataOf(await changeRoles(admin, colleague, ["EDITOR", "ANALYST"]), 200);
    expect((await again.send("GET", "/auth/me")).status).toBe(200);
  });

  it("STF-12 a removed colleague has no role any more, and the account stays", async () => {
    const colleague = await newAdmin(system, "FINANCE", "SUPPORT");
    dataOf(await remove(admin, colleague), 200);
    await eventually(async () => expect(refusalOf(await colleague.send("GET", "/auth/me"))).toBe(UNAUTHORIZED), REVOKED_WITHIN_MS);
    const again = await system.signIn(colleague.email, colleague.password);
    expect(dataOf(await again.send("GET", "/auth/me"), 200)).toMatchObject({ status: "ACTIVE", roles: [] });
    expect(refusalOf(await again.send("GET", "/admin/auth/me"))).toBe("403 error.forbidden");
    expect(await auditOf("staff.removed", colleague.userId)).toMatchObject({ details: { from: ["FINANCE", "SUPPORT"], to: [], reason } });
    expect(refusalOf(await remove(admin, colleague))).toBe("404 staff.error.not_found");
  });

  it("STF-12 one's own roles, those of a fan or an unknown user, and changes by an ADMIN are refused", async () => {
    const fan = await system.newUser();
    expect(refusalOf(await changeRoles(admin, admin, ["ADMIN"]))).toBe("403 error.forbidden");
    expect(refusalOf(await remove(admin, admin))).toBe("403 error.forbidden");
    for (const userId of [fan.userId, uuid()]) {
      expect(refusalOf(await changeRoles(admin, { userId }, ["ADMIN"]))).toBe("404 staff.error.not_found");
    }
    const [lesser, colleague] = [await newAdmin(system, "ADMIN"), await newAdmin(system, "EDITOR")];
    expect(refusalOf(await changeRoles(lesser, colleague, ["ADMIN"]))).toBe("403 error.forbidden");
    for (const roles of [[], ["OWNER"]]) expect((await changeRoles(admin, colleague, roles)).status).toBe(400);
  });

  it("STF-12 the list of the staff has each colleague once, newest first, and no fan", async () => {
    const fan = await system.newUser();
    const colleague = await newAdmin(system, "EDITOR", "ANALYST");
    const seen: { userId: string }[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const path: string = `/admin/staff?limit=2${cursor && `&cursor=${cursor}`}`;
      const page: { results: { userId: string }[]; nextCursor: string | null } = dataOf(await admin.send("GET", path), 200);
      seen.push(...page.results);
      cursor = page.nextCursor;
    }
    const ids = seen.map(({ userId }) => userId);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(ids).not.toContain(fan.userId);
    expect(seen.find(({ userId }) => userId === colleague.userId)).toEqual({
      userId: colleague.userId,
      email: colleague.email,
      displayName: "Robin",
      roles: ["EDITOR", "ANALYST"],
      status: "ACTIVE",
      secondFactors: 0,
      lastLoginAt: expect.any(String),
    });
  });
});

describe("the last super admin", () => {
  /** Leaves these super admins and no others. */
  async function onlySuperAdmins(count: number): Promise<Person[]> {
    const users = system.runtime.database("account").connection.collection<{ _id: string; roles: string[] }>("users");
    await users.updateMany({ roles: "SUPER_ADMIN" }, { $set: { roles: ["ADMIN"] } });
    return Promise.all(Array.from({ length: count }, () => newAdmin(system, "SUPER_ADMIN")));
  }

  it("STF-13 the last one cannot ask for the deletion of the account; one of two can", async () => {
    const [first, last] = (await onlySuperAdmins(2)) as [Person, Person];
    dataOf(await first.send("POST", "/gdpr/delete"), 201);
    expect(refusalOf(await last.send("POST", "/gdpr/delete"))).toBe("409 staff.error.last_super_admin");
    expect((await last.send("GET", "/auth/me")).status).toBe(200);
  });
});
