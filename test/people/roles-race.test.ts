import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  acceptInvitation,
  adminVerifySecondFactor,
  inviteStaff,
  removeStaff,
  setStaffRoles,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
import { type Deps, liveDeps } from "#services/account/deps.ts";
import { createAdmin } from "#services/account/sign-in/create-admin.ts";
import { openSession } from "#services/account/sign-in/open-session.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "../account/fixture.ts";
import { type Actor, actAs, outcomeOf } from "../support/act-as.ts";
import { challengeOf, enrolledUser, verifiedUser } from "./factors.ts";

let account: Fixture;
let deps: Deps;
let boss: Actor;
beforeAll(async () => {
  account = await startFixture();
  deps = liveDeps(account.runtime);
  const email = newAddress();
  await createAdmin(deps, { email, password: PASSWORD, role: "SUPER_ADMIN" });
  const userId = (await deps.users.findByEmail(email))?._id ?? "";
  boss = actAs(account.broker, account.runtime, { userId, roles: ["SUPER_ADMIN"] });
});
afterAll(() => account.stop());

const reason = "a test of the roles";

async function join(person: Actor & { readonly email: string }): Promise<void> {
  await boss.call(inviteStaff, { email: person.email, roles: ["SUPPORT"] });
  await person.call(acceptInvitation, { token: account.mailedToken(person.email, "staff_invitation") });
}

const openOf = (userId: string) => account.rows("sessions", { userId, revoked: false });

describe("a sign-in that was begun with other roles", () => {
  it("STF-10 MFA-07 a second step that was asked for before an invitation was accepted is refused afterwards", async () => {
    const person = await enrolledUser(account);
    const challengeToken = await challengeOf(account, person.email);
    await join(person);
    const answer = { challengeToken, code: person.freshCode() };
    expect(await outcomeOf(account.call(verifySecondFactor, answer))).toBe("auth.mfa.invalid_challenge");
    expect(await outcomeOf(account.call(adminVerifySecondFactor, answer))).toBe("auth.mfa.invalid_challenge");
    expect(await openOf(person.userId)).toEqual([]);
    const again = { challengeToken: await challengeOf(account, person.email), code: person.freshCode() };
    expect(await outcomeOf(account.call(verifySecondFactor, again))).toBe("ok");
  });

  it("STF-12 MFA-07 a second step that was asked for before the roles were taken is refused afterwards", async () => {
    const person = await enrolledUser(account);
    await join(person);
    const challengeToken = await challengeOf(account, person.email);
    await boss.call(removeStaff, { userId: person.userId, reason });
    expect(await outcomeOf(account.call(verifySecondFactor, { challengeToken, code: person.freshCode() }))).toBe(
      "auth.mfa.invalid_challenge",
    );
  });

  it("STF-12 a login opens no session when the roles change after its comparison, or between its session and its record", async () => {
    const person = await verifiedUser(account);
    await join(person);
    const userId = person.userId;
    const compared = await deps.users.find(userId);
    if (!compared) throw new Error("no such user");
    const recordLogin: Deps["credentials"]["recordLogin"] = async (...recorded) => {
      await boss.call(setStaffRoles, { userId, roles: ["EDITOR"], reason });
      return deps.credentials.recordLogin(...recorded);
    };
    const slowDeps = { ...deps, credentials: { ...deps.credentials, recordLogin } };
    expect(await outcomeOf(openSession(slowDeps, compared, {}, ["pwd"]))).toBe("auth.login.invalid_credentials");
    expect(await outcomeOf(openSession(deps, compared, {}, ["pwd"]))).toBe("auth.login.invalid_credentials");
    expect(await openOf(userId)).toEqual([]);
  });
});
