import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { refusalOf } from "../spec/refusal.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { openEventSource } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { codeAt } from "./factors.ts";

/** The end of a session is effective in every gateway within two seconds. */
const REVOKED_WITHIN_MS = 2_000;
const reason = "The phone is lost";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
  await system.setConfig("auth.hold_hours", 0);
});
afterAll(() => system.stop());

const reset = (by: Person, { userId }: Person, options = {}) => by.send("POST", `/admin/users/${userId}/mfa-resets`, { reason }, options);

async function enrol(person: Person): Promise<void> {
  const { factorId, secret } = dataOf<{ factorId: string; secret: string }>(await person.send("POST", "/auth/mfa/totp"), 201);
  const code = codeAt(secret, system.runtime.clock.now());
  dataOf(await person.send("POST", "/auth/mfa/totp/confirm", { factorId, code }), 200);
}

describe("a reset of second factors", () => {
  it("MFA-17 ends bearers, admin sessions and streams within two seconds, and the user is told", async () => {
    const [superAdmin, colleague] = [await newAdmin(system, "SUPER_ADMIN"), await newAdmin(system, "FINANCE")];
    const browser = await openAdminBrowser(system, colleague);
    await enrol(colleague);
    const stream = await openEventSource(`${system.base}/api/v1/notifications/stream`, { authorization: `Bearer ${colleague.token}` });
    expect([stream.status, stream.ended]).toEqual([200, false]);
    dataOf(await reset(superAdmin, colleague), 201);
    await system.runtime.jobs.runNow("account.finish-holds");
    await eventually(async () => {
      expect(refusalOf(await colleague.send("GET", "/auth/me"))).toBe("401 error.unauthorized");
      expect(refusalOf(await browser.send("GET", "/admin/auth/me"))).toBe("401 error.unauthorized");
      expect(stream.ended).toBe(true);
    }, REVOKED_WITHIN_MS);
    const again = await system.signIn(colleague.email, colleague.password);
    await eventually(async () => {
      const { items } = dataOf<{ items: { body: string }[] }>(await again.send("GET", "/notifications"), 200);
      expect(items.map(({ body }) => body)).toContain("The second step of your sign-in was removed. If it was not you, write to us.");
    });
  });

  it("MFA-17 wants the permission and a proof of the last minutes; of staff by an ADMIN, or of oneself: 403", async () => {
    const [admin, support] = [await newAdmin(system, "ADMIN"), await newAdmin(system, "SUPPORT")];
    const [fan, other] = [await system.newUser(), await system.newUser()];
    const late = await newAdmin(system, "ADMIN");
    const inBody = { "x-client-platform": "API" };
    const signedIn = await system.send("POST", "/auth/login", { body: { email: late.email, password: late.password }, headers: inBody });
    const { refreshToken } = dataOf<{ refreshToken: string }>(signedIn, 200);
    for (const person of [fan, admin, support]) await enrol(person);
    for (const by of [other, support]) expect(refusalOf(await reset(by, fan))).toBe("403 error.forbidden");
    for (const person of [support, admin]) expect(refusalOf(await reset(admin, person))).toBe("403 error.forbidden");
    expect(refusalOf(await reset(admin, other))).toBe("409 auth.mfa.nothing_to_reset");
    system.runtime.clock.advance(16 * MINUTE);
    const refreshed = await system.send("POST", "/auth/refresh", { body: { refreshToken }, headers: inBody });
    const { accessToken: token } = dataOf<{ accessToken: string }>(refreshed, 200);
    expect(refusalOf(await reset(late, fan, { token }))).toBe("403 auth.step_up.required");
    system.runtime.clock.reset();
  });
});
