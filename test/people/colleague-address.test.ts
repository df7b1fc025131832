import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { INVALID, refusalOf } from "../spec/refusal.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system?.stop());

it("CON-17 a colleague is found by the whole address, for all staff; a user is not, since a search for users is audited", async () => {
  const [analyst, admin, user] = [await newAdmin(system, "ANALYST"), await newAdmin(system, "SUPER_ADMIN"), await system.newUser()];
  for (const reader of [analyst, admin]) {
    const found = async (email: string) =>
      dataOf<{ id: string }[]>(await reader.send("GET", `/admin/names?email=${encodeURIComponent(email)}`), 200).map(({ id }) => id);
    expect(await found(admin.email.toUpperCase())).toEqual([admin.userId]);
    expect(await found(admin.email.slice(0, -1))).toEqual([]);
    expect(await found(user.email)).toEqual([]);
    expect(refusalOf(await reader.send("GET", "/admin/names"))).toBe(INVALID);
  }
});
