import { describe, expect, it } from "@jest/globals";
import { cancelEmailChange, forgotPassword, getEmailChange, refresh, resetPassword } from "#libs/contracts/account/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { type Fixture, newAddress, PASSWORD } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type EmailChangeSteps, emailChangeSteps, INVALID, OTHER, WRONG } from "./email-change-steps.ts";
import { startAccount } from "./start-account.ts";

let account: Fixture;
let steps: EmailChangeSteps;
startAccount(emailChangeSteps, (started, its) => {
  [account, steps] = [started, its];
});

describe("stopping a change of the address", () => {
  it("SGN-06 the link to the old address stops a confirmed change, ends the sessions, voids the password and mails a reset", async () => {
    const member = await steps.newMember();
    const { newEmail } = await steps.confirmed(member);
    const token = steps.undoToken(member.email);
    const { refreshToken } = member.signedIn;
    account.runtime.clock.advance(MINUTE);
    expect(await steps.undo(token)).toBe("ok");
    expect(await steps.undo(token)).toBe(INVALID);
    expect(await outcomeOf(account.call(refresh, { refreshToken }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.login(member.email))).toBe(WRONG);
    const [fact] = (await steps.factsOf(member)) as { kind: string; at: string; since: string }[];
    expect(fact).toMatchObject({ kind: "EMAIL_UNDONE" });
    expect(Date.parse(fact?.at ?? "") - Date.parse(fact?.since ?? "")).toBeGreaterThanOrEqual(MINUTE);

    expect(
      await outcomeOf(account.call(resetPassword, { token: account.mailedToken(member.email, "reset_password"), password: OTHER })),
    ).toBe("ok");
    expect(await outcomeOf(account.login(member.email, OTHER))).toBe("ok");
    account.runtime.clock.advance(49 * HOUR);
    await steps.finish();
    expect([await steps.addressOf(member), account.mailKinds(newEmail)]).toEqual([member.email, ["email_change_confirm"]]);
  });

  it("SGN-06 a completed reset stops it, and its links", async () => {
    const member = await steps.newMember();
    await steps.confirmed(member);
    await account.call(forgotPassword, { email: member.email });
    await account.call(resetPassword, { token: account.mailedToken(member.email, "reset_password"), password: OTHER });
    expect(await steps.undo(steps.undoToken(member.email))).toBe(INVALID);
    account.runtime.clock.advance(49 * HOUR);
    await steps.finish();
    expect(await steps.addressOf(member)).toBe(member.email);
  });

  it("SGN-06 its owner keeps the address, and the mailed link still ends the sessions of a thief who cleans up", async () => {
    const member = await steps.newMember();
    const { newEmail } = await steps.confirmed(member);
    await member.call(cancelEmailChange, {});
    await member.call(cancelEmailChange, {});
    expect(await member.call(getEmailChange, {})).toEqual({ waiting: null });
    account.runtime.clock.advance(49 * HOUR);
    await steps.finish();
    expect([await steps.addressOf(member), await outcomeOf(steps.confirm(steps.confirmToken(newEmail)))]).toEqual([member.email, INVALID]);
    expect(await steps.undo(steps.undoToken(member.email))).toBe("ok");
    expect(await outcomeOf(account.login(member.email, PASSWORD))).toBe(WRONG);
  });

  it("SGN-13 a newer change voids the token of the older one, and the link of either mail stops it", async () => {
    for (const nth of [0, 1]) {
      const member = await steps.newMember();
      const [first, second] = [newAddress(), newAddress()];
      await steps.ask(member, first);
      const links = [steps.undoToken(member.email)];
      await steps.ask(member, second);
      links.push(steps.undoToken(member.email));
      expect(await outcomeOf(steps.confirm(steps.confirmToken(first)))).toBe(INVALID);
      await steps.confirm(steps.confirmToken(second));
      expect(await steps.undo(links[nth] ?? "")).toBe("ok");
      expect(await steps.undo(links[1 - nth] ?? "")).toBe(INVALID);
      account.runtime.clock.advance(49 * HOUR);
      await steps.finish();
      expect(await steps.addressOf(member)).toBe(member.email);
      account.runtime.clock.reset();
    }
  });

  it("SGN-13 of eight changes that were asked for at once one waits", async () => {
    const member = await steps.newMember();
    const addresses = Array.from({ length: 8 }, newAddress);
    expect(await Promise.all(addresses.map((address) => steps.ask(member, address)))).toEqual(addresses.map(() => "ok"));
    const outcomes = await Promise.all(addresses.map((address) => outcomeOf(steps.confirm(steps.confirmToken(address)))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
  });
});
