import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { refusalOf } from "../spec/refusal.ts";
import { adminLogin, newAdmin, setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

const INVITATIONS = "/admin/staff/invitations";
const INVALID_TOKEN = "400 staff.invitation.invalid_token";
const PASSWORD = "fifteen letters";

let system: TestSystem;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem();
  admin = await newAdmin(system, "SUPER_ADMIN");
});
afterAll(() => system.stop());

const newAddress = () => `i${uuid().slice(-12)}@example.org`;
const invite = (email: string, roles: readonly string[] = ["MODERATOR"], by = admin) => by.send("POST", INVITATIONS, { email, roles });
const collectionOf = (service: string, name: string) =>
  system.runtime.database(service).connection.collection<Record<string, unknown>>(name);

/** Invites an address and returns the token of the mail. */
async function invited(email: string, roles?: readonly string[], by?: Person): Promise<string> {
  dataOf(await invite(email, roles, by), 201);
  return system.mailedToken(email, "staff_invitation");
}

const accept = (token: string, body: object = { password: PASSWORD, displayName: "Mo" }, by?: Person) =>
  system.send("POST", "/auth/invitations/accept", { body: { token, ...body }, token: by?.token });

describe("invitations to the staff", () => {
  it("STF-08 a super admin invites by one mail, which alone has the token, and the invitation ends after 72 hours", async () => {
    const email = newAddress();
    const reply = await invite(email.toUpperCase(), ["ANALYST", "MODERATOR", "ANALYST"]);
    const { invitationId, expiresAt } = dataOf<{ invitationId: string; expiresAt: string }>(reply, 201);
    const lifetime = Date.parse(expiresAt) - system.runtime.clock.now().getTime();
    expect(Math.abs(lifetime - 72 * HOUR)).toBeLessThan(MINUTE);
    const mails = mailboxOf(system.runtime).of(email);
    expect(mails.map(({ kind }) => kind)).toEqual(["staff_invitation"]);
    const { token = "", text } = mails[0] ?? { text: "" };
    for (const said of ["Robin", "Moderator and Analyst", `/accept-invitation#token=${token}`, "72 hours"]) expect(text).toContain(said);
    const list = await admin.send("GET", INVITATIONS);
    const { results } = dataOf<{ results: object[] }>(list, 200);
    const roles = ["MODERATOR", "ANALYST"];
    expect(results[0]).toMatchObject({ invitationId, email, roles, status: "PENDING", invitedBy: admin.userId, expiresAt });
    for (const body of [reply.body, list.body]) expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify(await collectionOf("account", "staff_invitations").find().toArray())).not.toContain(token);
  });

  it("STF-08 who is not super admin, no or unknown roles, and an address of the staff are refused", async () => {
    const colleague = await newAdmin(system, "ADMIN");
    expect(refusalOf(await invite(newAddress(), ["ANALYST"], colleague))).toBe("403 error.forbidden");
    for (const roles of [[], ["OWNER"], ["ANALYST", ""]]) {
      expect([roles, (await invite(newAddress(), roles)).status]).toEqual([roles, 400]);
    }
    expect(refusalOf(await invite(colleague.email))).toBe("409 staff.error.already_staff");
  });

  it("STF-09 a new person joins with a password that is long enough; both logins work, and super admins are told", async () => {
    const email = newAddress();
    const token = await invited(email, ["FINANCE"]);
    const short = await accept(token, { password: PASSWORD.slice(1), displayName: "Mo" });
    expect([refusalOf(short), short.body.error.i18nVars]).toEqual(["400 auth.password.too_short", { minimum: 15 }]);
    expect(refusalOf(await accept(token, {}))).toBe("400 auth.password.too_short");
    await system.setConfig("auth.staff_password_min_length", 13);
    expect(refusalOf(await accept(token, { password: "Administrator" }))).toBe("400 auth.password.too_common");
    const { userId } = dataOf<{ userId: string }>(await accept(token), 201);
    const person = await system.signIn(email, PASSWORD);
    expect(dataOf(await person.send("GET", "/auth/me"), 200)).toMatchObject({ id: userId, emailVerified: true, roles: ["FINANCE"] });
    expect((await adminLogin(system, { email, password: PASSWORD })).status).toBe(200);
    await eventually(async () => {
      const told = await collectionOf("notification", "notifications").find({ eventKey: "staff_joined" }).toArray();
      const links = told.filter(({ data }) => (data as { deepLink: string }).deepLink === `/admin/users/${userId}`);
      expect(links.map((notice) => notice.userId)).toEqual(expect.arrayContaining([admin.userId, (await system.admin()).userId]));
      expect(links.map((notice) => notice.userId)).not.toContain(userId);
    });
  });

  it("STF-10 the owner of an account joins signed in; afterwards the sessions of before and sign-ins elsewhere are gone", async () => {
    const owner = await system.newUser();
    const older = await system.signIn(owner.email, owner.password);
    const token = await invited(owner.email, ["MODERATOR"]);
    const subjectHash = uuid();
    const identity = { _id: uuid(), userId: owner.userId, provider: "sandbox", subjectHash, createdAt: new Date() };
    await collectionOf("account", "oauth_identities").insertOne(identity as never);
    const stranger = await system.newUser();
    for (const by of [undefined, stranger]) {
      expect(refusalOf(await accept(token, { password: PASSWORD }, by))).toBe("409 staff.invitation.sign_in_first");
    }
    expect(dataOf(await accept(token, {}, owner), 201)).toEqual({ userId: owner.userId });
    await eventually(async () => {
      for (const person of [owner, older]) expect(refusalOf(await person.send("GET", "/auth/me"))).toBe("401 error.unauthorized");
    }, 2_000);
    expect(await collectionOf("account", "oauth_identities").findOne({ subjectHash })).toBeNull();
    const again = await system.signIn(owner.email, owner.password);
    expect(dataOf(await again.send("GET", "/auth/me"), 200)).toMatchObject({ emailVerified: true, roles: ["MODERATOR"] });
  });

  it("STF-10 an owner whose last proof is older than 15 minutes proves again who it is", async () => {
    const owner = await system.newUser();
    const token = await invited(owner.email);
    const tokens = await system.send("POST", "/auth/login", { body: owner, headers: { "x-client-platform": "API" } });
    const { refreshToken } = dataOf<{ refreshToken: string }>(tokens, 200);
    system.runtime.clock.advance(16 * MINUTE);
    const renewed = await system.send("POST", "/auth/refresh", { body: { refreshToken }, headers: { "x-client-platform": "API" } });
    const { accessToken } = dataOf<{ accessToken: string }>(renewed, 200);
    expect(refusalOf(await accept(token, {}, { ...owner, token: accessToken }))).toBe("403 auth.step_up.required");
    const proven = await system.send("POST", "/auth/step-up", { token: accessToken, body: { password: owner.password } });
    const again = dataOf<{ accessToken: string }>(proven, 200).accessToken;
    expect(refusalOf(await accept(token, {}, { ...owner, token: again }))).toBe("201");
    system.runtime.clock.reset();
  });

  it("STF-10 an account without a password gets one first", async () => {
    const owner = await system.newUser();
    const token = await invited(owner.email);
    await collectionOf("account", "users").updateOne({ _id: owner.userId as never }, { $unset: { passwordHash: 1 } });
    expect(refusalOf(await accept(token, {}, owner))).toBe("409 staff.invitation.password_first");
  });

  it("STF-09 staff keep a long password when they change or reset it, and a fan may have a shorter one", async () => {
    const colleague = await newAdmin(system, "EDITOR");
    const change = (person: Person) =>
      person.send("POST", "/auth/password/change", { currentPassword: person.password, newPassword: "ten letter" });
    expect(refusalOf(await change(colleague))).toBe("400 auth.password.too_short");
    expect(refusalOf(await change(await system.newUser()))).toBe("200");
    await system.send("POST", "/auth/password/forgot", { body: { email: colleague.email } });
    const token = await system.mailedToken(colleague.email, "reset_password");
    const reset = (password: string) => system.send("POST", "/auth/password/reset", { body: { token, password } });
    expect(refusalOf(await reset("ten letter"))).toBe("400 auth.password.too_short");
    expect(refusalOf(await reset(PASSWORD))).toBe("200");
  });

  it("STF-11 a used, revoked or replaced invitation, an unknown token, and one whose sender has lost the role are refused", async () => {
    const email = newAddress();
    const replaced = await invited(email);
    const [first] = dataOf<{ results: { invitationId: string }[] }>(await admin.send("GET", `${INVITATIONS}?limit=1`), 200).results;
    const token = await invited(email);
    expect(token).not.toBe(replaced);
    const [second, older] = dataOf<{ results: { invitationId: string; status: string }[] }>(
      await admin.send("GET", `${INVITATIONS}?limit=2`),
      200,
    ).results;
    expect([older?.invitationId, older?.status, second?.status]).toEqual([first?.invitationId, "REVOKED", "PENDING"]);
    const path = `${INVITATIONS}/${second?.invitationId}`;
    dataOf(await admin.send("DELETE", path), 200);
    expect(refusalOf(await admin.send("DELETE", path))).toBe("404 staff.invitation.not_found");
    const sender = await newAdmin(system, "SUPER_ADMIN");
    const fromSender = await invited(newAddress(), ["ANALYST"], sender);
    await setRoles(system, sender.userId, ["ADMIN"]);
    const used = await invited(newAddress());
    dataOf(await accept(used), 201);
    for (const refused of [used, replaced, token, "unknown", fromSender]) expect(refusalOf(await accept(refused))).toBe(INVALID_TOKEN);
  });

  it("STF-11 a sender who loses the role before the person has joined takes the invitation along", async () => {
    const sender = await newAdmin(system, "SUPER_ADMIN");
    const token = await invited(newAddress(), ["ANALYST"], sender);
    const { faults } = system.runtime;
    faults.arm({ point: "account.invitation.accept", mode: "delay", delayMs: 1_000, times: 1 });
    const joining = accept(token);
    await eventually(async () => expect(faults.armed()).toEqual([]));
    dataOf(await admin.send("PUT", `/admin/staff/${sender.userId}/roles`, { roles: ["ADMIN"], reason: "A test of the race" }), 200);
    expect(refusalOf(await joining)).toBe(INVALID_TOKEN);
  });

  it("STF-11 STF-12 an invitation that waited when a colleague was removed does not bring the colleague back", async () => {
    const person = await system.newUser();
    const token = await invited(person.email);
    await setRoles(system, person.userId, ["SUPPORT"]);
    dataOf(await admin.send("POST", `/admin/staff/${person.userId}/remove`, { reason: "A test of the invitation" }), 200);
    const again = await system.signIn(person.email, person.password);
    expect(refusalOf(await accept(token, {}, again))).toBe(INVALID_TOKEN);
  });

  it("STF-10 an owner whose address, devices or session ended before the roles were given joins no more", async () => {
    const { faults } = system.runtime;
    const users = collectionOf("account", "users");
    const another = async ({ email, password }: Person) => system.signIn(email, password);
    const changes: ((owner: Person) => Promise<unknown>)[] = [
      ({ userId }) => users.updateOne({ _id: userId as never }, { $set: { email: newAddress() } }),
      async (owner) => dataOf(await (await another(owner)).send("POST", "/auth/logout-all"), 200),
      async (owner) => dataOf(await (await another(owner)).send("POST", "/auth/logout-all", { exceptCurrent: true }), 200),
    ];
    for (const [index, change] of changes.entries()) {
      const owner = await system.newUser();
      const token = await invited(owner.email);
      faults.arm({ point: "account.invitation.accept", mode: "delay", delayMs: 1_000, times: 1 });
      const joining = accept(token, {}, owner);
      await eventually(async () => expect(faults.armed()).toEqual([]));
      await change(owner);
      expect([index, refusalOf(await joining)]).toEqual([index, "409 staff.invitation.sign_in_first"]);
      expect(await users.findOne({ _id: owner.userId as never })).toMatchObject({ roles: [] });
    }
  });

  it("STF-11 an expired invitation is refused, and the list says so", async () => {
    await system.setConfig("auth.staff_invitation_hours", 1);
    const email = newAddress();
    const token = await invited(email);
    await collectionOf("account", "staff_invitations").updateOne({ email }, { $set: { expiresAt: system.runtime.clock.now() } });
    expect(refusalOf(await accept(token))).toBe(INVALID_TOKEN);
    const [listed] = dataOf<{ results: object[] }>(await admin.send("GET", `${INVITATIONS}?limit=1`), 200).results;
    expect(listed).toMatchObject({ email, status: "EXPIRED" });
  });
});
