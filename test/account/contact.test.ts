import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { findVerifiedUser, getContact, getUserSummaries, getUserSummary, updateMe, verifyEmail } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, newAddress, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

describe("account.getContact", () => {
  it("answers address and verification, language and time zone, and nothing else", async () => {
    const me = await service.signUp();
    const contact = () => service.call(getContact, { userId: me.userId });
    expect(await contact()).toEqual({ found: true, email: me.email, emailVerified: false, phone: null, locale: "en", timezone: null });
    await me.call(updateMe, { locale: "pt", timezone: "Europe/Lisbon" });
    await service.call(verifyEmail, { token: service.mailedToken(me.email, "verify_email") });
    expect(await contact()).toMatchObject({ emailVerified: true, locale: "pt", timezone: "Europe/Lisbon" });
  });

  it("answers found: false for an unknown id", async () => {
    const unknown = { found: false, email: null, emailVerified: false, phone: null, locale: "en", timezone: null };
    for (const userId of [uuid(), "", "x"]) expect(await service.call(getContact, { userId })).toEqual(unknown);
  });
});

describe("account.getUserSummaries", () => {
  it("answers users in the order of the ids, also for unknown and repeated ids", async () => {
    const [ada, bo] = [await service.signUp(), await service.signUp()];
    await ada.call(updateMe, { locale: "pt" });
    const unknownId = uuid();
    const userIds = [bo.userId, unknownId, ada.userId, bo.userId];
    const { parties } = await service.call(getUserSummaries, { userIds });
    expect(parties.map(({ found, locale }) => [found, locale])).toEqual([
      [true, "en"],
      [false, "en"],
      [true, "pt"],
      [true, "en"],
    ]);
    expect(parties).toEqual(await Promise.all(userIds.map((userId) => service.call(getUserSummary, { userId }))));
  });
});

describe("account.findVerifiedUser", () => {
  it("finds a user by a verified address in any spelling, and never by an unverified one", async () => {
    const me = await service.signUp();
    const owner = (email: string) => service.call(findVerifiedUser, { email });
    expect(await owner(me.email)).toEqual({ userId: null });
    await service.call(verifyEmail, { token: service.mailedToken(me.email, "verify_email") });
    expect(await owner(` ${me.email.toUpperCase()} `)).toEqual({ userId: me.userId });
    expect(await owner(newAddress())).toEqual({ userId: null });
  });
});
