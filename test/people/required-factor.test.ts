import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR } from "#libs/kernel/clock.ts";
import { refusalOf } from "../spec/refusal.ts";
import { adminLogin, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { openEventSource } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { within } from "../support/within.ts";
import { codeAt, STEP_MS } from "./factors.ts";

const SETTING = "auth.admin_mfa_required";
const REQUIRED = "403 auth.mfa.required";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterEach(async () => {
  await system.runtime.database("config").connection.collection("config_values").deleteMany({ key: SETTING });
  system.runtime.config.update({ revision: crypto.randomUUID(), values: [], flags: [], killSwitches: [] });
  system.runtime.clock.reset();
});
afterAll(() => system.stop());

interface Enrolled {
  readonly factorId: string;
  /** A token of a session with both steps. */
  readonly token: string;
  /** A code of a step of its own. */
  code(): string;
}

async function enrol(person: Person): Promise<Enrolled> {
  const { factorId, secret } = dataOf<{ factorId: string; secret: string }>(await person.send("POST", "/auth/mfa/totp"), 201);
  const { clock } = system.runtime;
  const confirmed = await person.send("POST", "/auth/mfa/totp/confirm", { factorId, code: codeAt(secret, clock.now()) });
  const code = () => {
    clock.advance(STEP_MS);
    return codeAt(secret, clock.now());
  };
  return { factorId, token: dataOf<{ accessToken: string }>(confirmed, 200).accessToken, code };
}

/** Switches the requirement on; the clock may have moved, so that the session signs in anew. */
async function require(superAdmin: Person, { token }: Pick<Enrolled, "token">): Promise<void> {
  dataOf(await superAdmin.send("PATCH", `/admin/config/keys/${SETTING}`, { value: true }, { token }), 200);
  await eventually(() => expect(system.runtime.config.read(SETTING)).toBe(true));
}

const reset = async (person: Person): Promise<Person> => {
  await system.send("POST", "/auth/password/forgot", { body: { email: person.email } });
  const token = await system.mailedToken(person.email, "reset_password");
  const password = "a new password of staff";
  dataOf(await system.send("POST", "/auth/password/reset", { body: { token, password } }), 200);
  return system.signIn(person.email, password);
};

describe("a second factor that staff must have", () => {
  it("MFA-14 staff without one are refused at the admin login and below /admin, and keep the routes of users; enrolled, both open", async () => {
    const superAdmin = await newAdmin(system, "SUPER_ADMIN");
    const colleague = await newAdmin(system, "FINANCE");
    const open = await openAdminBrowser(system, colleague);
    await require(superAdmin, await enrol(superAdmin));
    expect(refusalOf(await adminLogin(system, colleague))).toBe("403 auth.mfa.enrolment_required");
    expect(refusalOf(await open.send("GET", "/admin/auth/me"))).toBe(REQUIRED);
    expect(refusalOf(await colleague.send("GET", "/admin/auth/me"))).toBe(REQUIRED);
    expect(refusalOf(await colleague.send("GET", "/auth/me"))).toBe("200");
    const enrolled = await enrol(colleague);
    expect(refusalOf(await colleague.send("GET", "/admin/auth/me", undefined, { token: enrolled.token }))).toBe("200");
    const { challengeToken } = dataOf<{ challengeToken: string }>(await adminLogin(system, colleague), 200);
    const verified = await system.send("POST", "/admin/auth/mfa/verify", { body: { challengeToken, code: enrolled.code() } });
    const cookie = verified.cookies.find((each) => each.startsWith("admin_session="))?.split(";")[0] ?? "";
    expect(refusalOf(await system.send("GET", "/admin/auth/me", { headers: { cookie } }))).toBe("200");
  });

  it("MFA-14 open streams of the console end within two seconds after the switch, and one of a session with a second factor stays", async () => {
    const [superAdmin, colleague] = [await newAdmin(system, "SUPER_ADMIN"), await newAdmin(system, "FINANCE")];
    const { cookie } = await openAdminBrowser(system, colleague);
    const enrolled = await enrol(superAdmin);
    const tokens = [colleague.token, enrolled.token].map((token) => ({ authorization: `Bearer ${token}` }));
    const opened = await Promise.all(
      [{ cookie }, ...tokens].map((headers) => openEventSource(`${system.base}/api/v1/admin/stream`, headers)),
    );
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    await require(superAdmin, enrolled);
    const ended = () => opened.map((source) => source.ended);
    await within(
      2_500,
      eventually(() => expect(ended()).toEqual([true, true, false])),
    );
    for (const source of opened) source.close();
  });

  it("MFA-15 a session of one step cannot require it; then the last factor of staff stays, and that of a fan goes", async () => {
    const superAdmin = await newAdmin(system, "SUPER_ADMIN");
    const requirement = { value: true };
    expect(refusalOf(await superAdmin.send("PATCH", `/admin/config/keys/${SETTING}`, requirement))).toBe(REQUIRED);
    const enrolled = await enrol(superAdmin);
    await require(superAdmin, enrolled);
    const remove = async (person: Person, { factorId, token }: Enrolled) =>
      refusalOf(await person.send("DELETE", `/auth/mfa/factors/${factorId}`, undefined, { token }));
    expect(await remove(superAdmin, enrolled)).toBe("409 auth.mfa.last_factor");
    const fan = await system.newUser();
    expect(await remove(fan, await enrol(fan))).toBe("200");
  });

  it("MFA-20 the first factor of staff wants a mailbox proven within a day; a reset proves it, and super admins hear of the factor", async () => {
    const superAdmin = await newAdmin(system, "SUPER_ADMIN");
    const colleague = await newAdmin(system, "SUPPORT");
    const fan = await system.newUser();
    system.runtime.clock.advance(25 * HOUR);
    const later = await system.signIn(colleague.email, colleague.password);
    expect(refusalOf(await later.send("POST", "/auth/mfa/totp"))).toBe("403 auth.mfa.mailbox_first");
    expect(refusalOf(await (await system.signIn(fan.email, fan.password)).send("POST", "/auth/mfa/totp"))).toBe("201");
    const proven = await reset(colleague);
    const { token } = await enrol(proven);
    await eventually(async () => {
      const notices = system.runtime.database("notification").connection.collection("notifications");
      const told = await notices.find({ eventKey: "staff_factor_enrolled" }).toArray();
      expect(told.map(({ userId }) => userId)).toContain(superAdmin.userId);
    });
    system.runtime.clock.advance(25 * HOUR);
    const replaced = await system.signIn(fan.email, fan.password);
    expect(refusalOf(await replaced.send("POST", "/auth/mfa/totp"))).toBe("201");
    expect(token).not.toBe("");
  });

  it("MFA-20 what staff began beside a factor is a first factor once that one is gone, and wants the mailbox proven as well", async () => {
    const colleague = await newAdmin(system, "SUPPORT");
    const { factorId, token } = await enrol(colleague);
    const proven = { mailboxProvenAt: new Date(system.runtime.clock.now().getTime() - 25 * HOUR) };
    await system.runtime.database("account").connection.collection("users").updateOne({ email: colleague.email }, { $set: proven });
    const begun = dataOf<{ factorId: string; secret: string }>(await colleague.send("POST", "/auth/mfa/totp", undefined, { token }), 201);
    dataOf(await colleague.send("DELETE", `/auth/mfa/factors/${factorId}`, undefined, { token }), 200);
    const body = { factorId: begun.factorId, code: codeAt(begun.secret, system.runtime.clock.now()) };
    expect(refusalOf(await colleague.send("POST", "/auth/mfa/totp/confirm", body, { token }))).toBe("403 auth.mfa.mailbox_first");
    expect(dataOf(await colleague.send("GET", "/auth/mfa", undefined, { token }), 200)).toMatchObject({ factors: [] });
  });
});
