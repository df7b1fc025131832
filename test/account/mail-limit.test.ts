import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { changeEmail, forgotPassword, register, resendVerification, resetPassword, verifyEmail } from "#libs/contracts/account/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type Fixture, newAddress, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const forgot = (email: string) => outcomeOf(account.call(forgotPassword, { email }));
const resend = (email: string) => outcomeOf(account.call(resendVerification, { email }));
const times = (count: number, send: (email: string) => Promise<string>, email: string) =>
  Promise.all(Array.from({ length: count }, () => send(email)));
const mails = (email: string, kind: string) => account.mailKinds(email).filter((sent) => sent === kind).length;

describe("the limit of requested mails", () => {
  it("REG-03 sends at most five mails an hour to an address, also for twelve parallel requests, and answers the same", async () => {
    const email = await account.register();
    expect(new Set(await times(12, forgot, email))).toEqual(new Set(["ok"]));
    expect(mails(email, "reset_password")).toBe(5);
    account.runtime.clock.advance(59 * MINUTE);
    expect(await forgot(email)).toBe("ok");
    expect(mails(email, "reset_password")).toBe(5);
    account.runtime.clock.advance(2 * MINUTE);
    expect(await forgot(email)).toBe("ok");
    expect(mails(email, "reset_password")).toBe(6);
  });

  it("REG-03 the last link that may be mailed in an hour is good until another may, whenever strangers asked for them", async () => {
    const email = await account.register();
    for (let time = 0; time < 5; time += 1) await forgot(email);
    account.runtime.clock.advance(59 * MINUTE);
    expect(await forgot(email)).toBe("ok");
    expect(mails(email, "reset_password")).toBe(5);
    const token = account.mailedToken(email, "reset_password");
    expect(await outcomeOf(account.call(resetPassword, { token, password: "a long password of the owner" }))).toBe("ok");
  });

  it("REG-03 of links that were asked for at once, the one that is good for longer is mailed last, and its mail says for how long", async () => {
    const emails = await Promise.all(Array.from({ length: 20 }, () => account.register()));
    await Promise.all(emails.map((email) => times(5, forgot, email)));
    const said = (email: string) =>
      mailboxOf(account.runtime)
        .of(email)
        .filter(({ kind }) => kind === "reset_password")
        .map(({ text }) => /[0-9]+ minutes/.exec(text)?.[0]);
    const long = expect.stringMatching(/^(59|60) minutes$/);
    expect(emails.map(said)).toEqual(emails.map(() => [...Array(4).fill("30 minutes"), long]));
    account.runtime.clock.advance(59 * MINUTE);
    const reset = (email: string) =>
      outcomeOf(
        account.call(resetPassword, { token: account.mailedToken(email, "reset_password"), password: "a long password of the owner" }),
      );
    expect(await Promise.all(emails.slice(0, 4).map(reset))).toEqual(Array(4).fill("ok"));
  });

  it("REG-02 REG-03 counts each address apart, in any letter case", async () => {
    const [email, other] = [await account.register(), await account.register()];
    await times(3, resend, email);
    await times(3, resend, email.toUpperCase());
    expect(mails(email, "verify_email")).toBe(1 + 5);
    expect(await resend(other)).toBe("ok");
    expect(mails(other, "verify_email")).toBe(2);
  });

  it("REG-03 strangers who use up every other mail to an owner leave the links that reset the password", async () => {
    const { email } = await account.signUp();
    await account.call(verifyEmail, { token: account.mailedToken(email, "verify_email") });
    await times(6, resend, email);
    for (let time = 0; time < 6; time += 1) await account.call(register, { email, password: "a long password of another person" });
    const stranger = await account.signUp();
    await account.call(verifyEmail, { token: account.mailedToken(stranger.email, "verify_email") });
    for (let time = 0; time < 6; time += 1) await stranger.call(changeEmail, { newEmail: email });
    expect(mails(email, "reset_password")).toBe(0);
    expect(await forgot(email)).toBe("ok");
    expect(mails(email, "reset_password")).toBe(1);
  });

  it("SGN-04 a stranger who asks for a free address leaves its owner the mail that confirms it", async () => {
    const [newEmail, mine, stranger] = [newAddress(), await account.signUp(), await account.signUp()];
    for (const { email } of [mine, stranger]) await account.call(verifyEmail, { token: account.mailedToken(email, "verify_email") });
    for (let time = 0; time < 7; time += 1) await stranger.call(changeEmail, { newEmail });
    expect(mails(newEmail, "email_change_confirm")).toBe(5);
    await mine.call(changeEmail, { newEmail });
    expect(mails(newEmail, "email_change_confirm")).toBe(6);
  });

  it("REG-01 REG-03 limits the mails about repeated registrations of a known address, and answers the same", async () => {
    const email = await account.register();
    const registerAgain = () => account.call(register, { email, password: "a long password of another person" });
    const answers = await Promise.all(Array.from({ length: 7 }, registerAgain));
    expect(answers).toEqual(
      Array(7).fill({ email, emailVerified: false, browserKey: expect.any(String), deviceToken: expect.any(String) }),
    );
    expect(mails(email, "already_registered")).toBe(5);
  });

  it("REG-02 limits an unknown address alike, and stores neither a link beyond the limit nor an address", async () => {
    const [email, stranger] = [await account.register(), newAddress()];
    const countLinks = async () => (await account.rows("mail_tokens")).length;
    const before = await countLinks();
    await times(7, resend, email);
    const between = await countLinks();
    await times(7, resend, stranger);
    expect([between - before, (await countLinks()) - between]).toEqual([5, 5]);
    const counted = JSON.stringify(await account.rows("mail_counts"));
    expect([email, stranger].filter((address) => counted.includes(address))).toEqual([]);
  });
});
