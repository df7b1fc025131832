import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { forgotPassword, register, resendVerification } from "#libs/contracts/account.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type Fixture, newAddress, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const forget = (email: string) => outcomeOf(account.call(forgotPassword, { email }));
const resend = (email: string) => outcomeOf(account.call(resendVerification, { email }));
const times = (count: number, ask: (email: string) => Promise<string>, email: string) =>
  Promise.all(Array.from({ length: count }, () => ask(email)));
const mails = (email: string, kind: string) => account.mailKinds(email).filter((sent) => sent === kind).length;

describe("mails that anybody may ask for", () => {
  it("REG-03 are at most five an hour to one address, also of twelve at once; the answer stays the same", async () => {
    const email = await account.register();
    expect(new Set(await times(12, forget, email))).toEqual(new Set(["ok"]));
    expect(mails(email, "reset_password")).toBe(5);
    account.runtime.clock.advance(59 * MINUTE);
    expect(await forget(email)).toBe("ok");
    expect(mails(email, "reset_password")).toBe(5);
    account.runtime.clock.advance(2 * MINUTE);
    expect(await forget(email)).toBe("ok");
    expect(mails(email, "reset_password")).toBe(6);
  });

  it("REG-02 REG-03 are counted together, in any letter case, and for each address by itself", async () => {
    const [email, other] = [await account.register(), await account.register()];
    await times(3, resend, email);
    await times(3, forget, email.toUpperCase());
    expect(await resend(email)).toBe("ok");
    expect([mails(email, "verify_email"), mails(email, "reset_password")]).toEqual([1 + 3, 2]);
    expect(await resend(other)).toBe("ok");
    expect(mails(other, "verify_email")).toBe(2);
  });

  it("REG-01 REG-03 are counted as well when somebody registers a known address again and again; the answer stays the same", async () => {
    const email = await account.register();
    const again = () => account.call(register, { email, password: "a long password of nobody" });
    const answers = await Promise.all(Array.from({ length: 7 }, again));
    expect(answers).toEqual(Array(7).fill({ email, emailVerified: false }));
    expect(mails(email, "already_registered")).toBe(5);
  });

  it("REG-02 count for a stranger alike, leave no link beyond the limit, and keep no address", async () => {
    const [email, stranger] = [await account.register(), newAddress()];
    const links = async () => (await account.rows("mail_tokens")).length;
    const before = await links();
    await times(7, resend, email);
    const between = await links();
    await times(7, resend, stranger);
    expect([between - before, (await links()) - between]).toEqual([5, 5]);
    const counted = JSON.stringify(await account.rows("mail_counts"));
    expect([email, stranger].filter((address) => counted.includes(address))).toEqual([]);
  });
});
