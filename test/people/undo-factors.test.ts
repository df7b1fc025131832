import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  askForPasskey,
  removeSecondFactor,
  renewRecoveryCodes,
  undoSecondFactor,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { type Fixture, newAddress, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { emailChangeSteps } from "./email-change-steps.ts";
import { addPasskeyTo, enrol, enrolledUser } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const factorsOf = async ({ userId }: { readonly userId: string }) =>
  (await account.rows("second_factors", { userId })).map(({ _id }) => String(_id));
const linkTo = (email: string) => account.mailedToken(email, "second_factor_added");
const codesOf = async ({ userId }: { readonly userId: string }) =>
  (await account.rows("recovery_codes", { _id: userId })).map(({ hashes }) => (hashes as string[]).length);
const counted = async ({ userId }: { readonly userId: string }) => (await account.rows("users", { _id: userId }))[0]?.secondFactors;

describe("factors that a thief has added", () => {
  it("MFA-13 the link of the first one removes those that were added after it as well, and leaves older ones", async () => {
    const user = await enrolledUser(account);
    account.runtime.clock.advance(DAY);
    await addPasskeyTo(user);
    const link = linkTo(user.email);
    account.runtime.clock.advance(MINUTE);
    await addPasskeyTo(user);
    await addPasskeyTo(user);
    expect(await factorsOf(user)).toHaveLength(4);
    const later = linkTo(user.email);
    await account.call(undoSecondFactor, { token: link });
    expect([await factorsOf(user), await counted(user)]).toEqual([[user.factorId], 1]);
    // The link of a factor that is gone would void the password that the owner sets now.
    expect(await outcomeOf(account.call(undoSecondFactor, { token: later }))).toBe("auth.mfa.invalid_token");
    expect(await account.rows("recovery_codes", { _id: user.userId })).toHaveLength(1);
    // Payouts that the thief has asked for wait from now on.
    const facts = await account.rows("outbox", { event: "user.security_event", "payload.userId": user.userId });
    expect(facts.map(({ payload }) => payload)).toEqual([expect.objectContaining({ kind: "MFA_RESET", since: expect.any(String) })]);
  });

  it("MFA-13 also one that was added after it by a process whose clock is behind", async () => {
    const user = await enrolledUser(account);
    account.runtime.clock.advance(DAY);
    await addPasskeyTo(user);
    const link = linkTo(user.email);
    account.runtime.clock.advance(-28 * SECOND);
    await addPasskeyTo(user);
    await account.call(undoSecondFactor, { token: link });
    expect(await factorsOf(user)).toEqual([user.factorId]);
  });

  it("MFA-13 also when the one of the link was removed meanwhile", async () => {
    const user = await enrolledUser(account);
    account.runtime.clock.advance(DAY);
    const { added } = await addPasskeyTo(user);
    const link = linkTo(user.email);
    await addPasskeyTo(user);
    await user.call(removeSecondFactor, { factorId: added.factor.id });
    await account.call(undoSecondFactor, { token: link });
    expect(await factorsOf(user)).toEqual([user.factorId]);
  });

  it("MFA-13 SGN-06 with a factor goes its link: it would void the password that the owner has set since", async () => {
    const user = await enrolledUser(account);
    account.runtime.clock.advance(DAY);
    await addPasskeyTo(user);
    const earlier = linkTo(user.email);
    account.runtime.clock.advance(20 * SECOND);
    await addPasskeyTo(user);
    await account.call(undoSecondFactor, { token: linkTo(user.email) });
    expect(await factorsOf(user)).toEqual([user.factorId]);
    expect(await outcomeOf(account.call(undoSecondFactor, { token: earlier }))).toBe("auth.mfa.invalid_token");

    const steps = emailChangeSteps(account);
    const member = await steps.newMember();
    await enrol(account, member);
    await steps.ask(member, newAddress());
    await steps.undo(steps.undoToken(member.email));
    expect(await factorsOf(member)).toEqual([]);
    expect(await outcomeOf(account.call(undoSecondFactor, { token: linkTo(member.email) }))).toBe("auth.mfa.invalid_token");
  });

  it("SGN-06 the link to the old address removes those that were added since the change was asked for, and leaves older ones", async () => {
    const steps = emailChangeSteps(account);
    const member = await steps.newMember();
    const own = await enrol(account, member);
    account.runtime.clock.advance(8 * DAY);
    await steps.ask(member, newAddress());
    account.runtime.clock.advance(MINUTE);
    await addPasskeyTo(member);
    await steps.ask(member, newAddress());
    await steps.undo(steps.undoToken(member.email));
    expect([await factorsOf(member), await counted(member)]).toEqual([[own.factorId], 1]);
  });

  it("SGN-06 that link leaves a thief no passkey to sign in alone who made it just before, nor recovery codes of the days since", async () => {
    const steps = emailChangeSteps(account);
    const [member, slow] = [await steps.newMember(), await steps.newMember()];
    const { authenticator } = await addPasskeyTo(member);
    account.runtime.clock.advance(MINUTE);
    await steps.ask(member, newAddress());
    await steps.undo(steps.undoToken(member.email));
    const { challengeToken, publicKey } = await account.call(askForPasskey, {});
    const credential = authenticator.sign(publicKey.challenge);
    expect(await outcomeOf(account.call(verifySecondFactor, { challengeToken, credential }))).toBe("auth.mfa.invalid_code");
    expect([await factorsOf(member), await counted(member)]).toEqual([[], 0]);

    await enrol(account, slow);
    account.runtime.clock.advance(8 * DAY);
    await steps.ask(slow, newAddress());
    await slow.call(renewRecoveryCodes, {});
    account.runtime.clock.advance(10 * DAY);
    await steps.undo(steps.undoToken(slow.email));
    expect(await codesOf(slow)).toEqual([0]);
  });

  it("MFA-13 SGN-06 either link voids recovery codes that a thief has made before, and leaves older ones", async () => {
    const steps = emailChangeSteps(account);
    const members = [await steps.newMember(), await steps.newMember(), await steps.newMember()] as const;
    for (const member of members) await enrol(account, member);
    account.runtime.clock.advance(8 * DAY);
    const [byFactor, byAddress, owner] = members;
    for (const member of [byFactor, byAddress]) await member.call(renewRecoveryCodes, {});
    account.runtime.clock.advance(MINUTE);
    for (const member of [byFactor, owner]) {
      await addPasskeyTo(member);
      await account.call(undoSecondFactor, { token: linkTo(member.email) });
    }
    await steps.ask(byAddress, newAddress());
    await steps.undo(steps.undoToken(byAddress.email));
    expect([await codesOf(byFactor), await codesOf(byAddress), await codesOf(owner)]).toEqual([[0], [0], [10]]);
  });

  it("SGN-06 an account without older ones has neither factors nor recovery codes afterwards", async () => {
    const steps = emailChangeSteps(account);
    const member = await steps.newMember();
    await steps.ask(member, newAddress());
    await enrol(account, member);
    await steps.undo(steps.undoToken(member.email));
    expect([await factorsOf(member), await counted(member)]).toEqual([[], 0]);
    expect(await account.rows("recovery_codes", { _id: member.userId })).toEqual([]);
  });
});

describe("the proof of a second factor", () => {
  it("MFA-13 leaves the open sessions of both doors with the last factor, and not before", async () => {
    const user = await enrolledUser(account);
    const { added } = await addPasskeyTo(user);
    const open = { userId: user.userId, revoked: false };
    const session = (await account.rows("sessions", { _id: user.sessionId }))[0];
    const admin = { ...session, _id: `${user.sessionId}-admin` };
    await account.database.connection.collection("admin_sessions").insertOne(admin as never);
    const proofs = async () =>
      [...(await account.rows("sessions", open)), ...(await account.rows("admin_sessions", open))].map(({ amr }) => amr);
    await user.call(removeSecondFactor, { factorId: added.factor.id });
    expect(await proofs()).toEqual(Array(2).fill(expect.arrayContaining(["mfa"])));
    await user.call(removeSecondFactor, { factorId: user.factorId });
    expect(await proofs()).toEqual(Array(2).fill(["pwd", "hwk"]));
  });
});
