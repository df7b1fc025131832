import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { inviteStaff, removeStaff, setStaffRoles } from "#libs/contracts/account/index.ts";
import { type Deps, liveDeps } from "#services/account/deps.ts";
import { createAdmin } from "#services/account/sign-in/create-admin.ts";
import { ensureAdmin } from "#services/account/sign-in/ensure-admin.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "../account/fixture.ts";
import { type Actor, actAs } from "../support/act-as.ts";

let account: Fixture;
let deps: Deps;
beforeAll(async () => {
  account = await startFixture();
  deps = liveDeps(account.runtime);
});
afterAll(() => account.stop());

const APPOINTED = "an earlier start made ADMIN_EMAIL a super admin; the role is not given again, except by admin:create";
const NOT_ACTIVE = "ADMIN_EMAIL names an account that is not active; the role is not given";

function listener() {
  const warned: string[] = [];
  const logger = { warn: (text: string) => void warned.push(text) } as unknown as Deps["logger"];
  return { warned, logger };
}

/** The first administrator of a start, and the colleague who decides about the roles. */
async function firstAdmin() {
  const [email, other] = [newAddress(), newAddress()];
  const { warned, logger } = listener();
  const start = () => ensureAdmin({ ...deps, logger }, { email, password: PASSWORD });
  await start();
  await createAdmin(deps, { email: other, password: PASSWORD, role: "SUPER_ADMIN" });
  const colleague = await deps.users.findByEmail(other);
  const by = actAs(account.broker, account.runtime, { userId: colleague?._id ?? "", roles: ["SUPER_ADMIN"] });
  const rolesNow = async () => (await deps.users.findByEmail(email))?.roles;
  const userId = (await deps.users.findByEmail(email))?._id ?? "";
  return { email, userId, by, start, rolesNow, warned };
}

const remove = (by: Actor, userId: string) => by.call(removeStaff, { userId, reason: "left us" });
const give = (by: Actor, userId: string, roles: ("SUPER_ADMIN" | "EDITOR")[]) =>
  by.call(setStaffRoles, { userId, roles, reason: "new work" });

it("STF-12 a start gives no role back to a first administrator whom a colleague removed or demoted, and warns once", async () => {
  const [removed, demoted] = [await firstAdmin(), await firstAdmin()];
  await remove(removed.by, removed.userId);
  await give(demoted.by, demoted.userId, ["EDITOR"]);
  for (const { start, warned } of [removed, demoted]) {
    await start();
    expect(warned).toEqual([APPOINTED]);
  }
  expect([await removed.rolesNow(), await demoted.rolesNow()]).toEqual([[], ["EDITOR"]]);
  await createAdmin(deps, { email: demoted.email, password: PASSWORD, role: "FINANCE" });
  await remove(demoted.by, demoted.userId);
  await demoted.start();
  expect(await demoted.rolesNow()).toEqual([]);
});

it("STF-12 STF-24 the command and a colleague give the role again, and later starts leave it", async () => {
  const [byCommand, byColleague] = [await firstAdmin(), await firstAdmin()];
  await remove(byCommand.by, byCommand.userId);
  await createAdmin(deps, { email: byCommand.email, password: PASSWORD, role: "SUPER_ADMIN" });
  await give(byColleague.by, byColleague.userId, ["EDITOR"]);
  await give(byColleague.by, byColleague.userId, ["SUPER_ADMIN"]);
  for (const { start, rolesNow, warned } of [byCommand, byColleague]) {
    await start();
    expect([await rolesNow(), warned]).toEqual([["SUPER_ADMIN"], []]);
  }
});

it("STF-12 STF-24 a start makes no second super admin of an address whose account is gone, has another one, or was registered again", async () => {
  const users = account.database.connection.collection<{ _id: string }>("users");
  const moveAway = (userId: string) => users.updateOne({ _id: userId }, { $set: { email: newAddress() } });
  const [removed, moved, again] = [await firstAdmin(), await firstAdmin(), await firstAdmin()];
  await remove(removed.by, removed.userId);
  await Promise.all([removed, moved, again].map(({ userId }) => moveAway(userId)));
  await account.register({ email: again.email });
  await users.updateOne({ email: again.email }, { $set: { emailVerified: true }, $unset: { registeredBy: "" } });
  for (const { start, rolesNow, warned } of [removed, moved, again]) {
    const before = await rolesNow();
    await start();
    expect([await rolesNow(), warned]).toEqual([before, [APPOINTED]]);
  }
  // One that earlier versions appointed is remembered by the next start.
  const known = await firstAdmin();
  await account.database.connection.collection("staff_guard").deleteMany({ _id: { $ne: "super_admins" as never } });
  await known.start();
  await moveAway(known.userId);
  await known.start();
  expect([await known.rolesNow(), known.warned]).toEqual([undefined, [APPOINTED]]);
});

it("STF-24 the command ends a pending invitation, which would bring the colleague back after a removal", async () => {
  const { by } = await firstAdmin();
  const { email } = await account.signUp();
  const { invitationId } = await by.call(inviteStaff, { email, roles: ["FINANCE"] });
  await createAdmin(deps, { email, password: PASSWORD, role: "FINANCE" });
  expect(await account.rows("staff_invitations", { _id: invitationId })).toMatchObject([{ status: "REVOKED" }]);
});

it.each(["SUSPENDED", "DEACTIVATED"])(
  "STF-24 an account that is %s gets the role neither from the command nor from a start",
  async (status) => {
    for (const emailVerified of [true, false]) {
      const { email, userId } = await account.signUp();
      await account.database.connection
        .collection<{ _id: string }>("users")
        .updateOne({ _id: userId }, { $set: { status, emailVerified } });
      const create = createAdmin(deps, { email, password: "a password of the operator", role: "SUPER_ADMIN" });
      await expect(create).rejects.toThrow(`the account of ${email} is ${status}`);
      const { warned, logger } = listener();
      await ensureAdmin({ ...deps, logger }, { email, password: PASSWORD });
      expect([warned, (await deps.users.find(userId))?.roles]).toEqual([[NOT_ACTIVE], []]);
    }
  },
);

it("STF-24 an account that staff suspend during a start gets no role, and the start goes on", async () => {
  const { email, userId } = await account.signUp();
  const users = account.database.connection.collection<{ _id: string }>("users");
  await users.updateOne({ _id: userId }, { $set: { emailVerified: false } });
  const hash: Deps["passwords"]["hash"] = async (password) => {
    await users.updateOne({ _id: userId }, { $set: { status: "SUSPENDED" } });
    return deps.passwords.hash(password);
  };
  const { warned, logger } = listener();
  await ensureAdmin({ ...deps, logger, passwords: { ...deps.passwords, hash } }, { email, password: PASSWORD });
  expect([warned, (await deps.users.find(userId))?.roles]).toEqual([[NOT_ACTIVE], []]);
});

it.each(["the command", "a start"])(
  "STF-24 %s gives the role to the account of the address, not to one that has just got another address",
  async (way) => {
    const { email, userId } = await account.signUp();
    const users = account.database.connection.collection<{ _id: string }>("users");
    await users.updateOne({ _id: userId }, { $set: { emailVerified: true } });
    let changes = 1;
    const findByEmail: Deps["users"]["findByEmail"] = async (...wanted) => {
      const found = await deps.users.findByEmail(...wanted);
      if (changes-- > 0) await users.updateOne({ _id: userId }, { $set: { email: newAddress() }, $inc: { version: 1 } });
      return found;
    };
    const racing = { ...deps, users: { ...deps.users, findByEmail } };
    const admin = { email, password: "a password of the operator" };
    await (way === "a start" ? ensureAdmin(racing, admin) : createAdmin(racing, { ...admin, role: "SUPER_ADMIN" }));
    expect((await deps.users.find(userId))?.roles).toEqual([]);
    expect((await deps.users.findByEmail(email))?.roles).toEqual(["SUPER_ADMIN"]);
  },
);
