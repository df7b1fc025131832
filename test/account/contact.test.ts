import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { findVerifiedUser, getContact, getMessagingParties, getMessagingParty, updateMe, verifyEmail } from "#libs/contracts/account.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, newAddress, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

describe("how a user is reached", () => {
  it("is the address, whether it is proven, language and time zone; nothing else", async () => {
    const me = await service.signUp();
    const contact = () => service.call(getContact, { userId: me.userId });
    expect(await contact()).toEqual({ found: true, email: me.email, emailVerified: false, phone: null, locale: "en", timezone: null });
    await me.call(updateMe, { locale: "pt", timezone: "Europe/Lisbon" });
    await service.call(verifyEmail, { token: service.mailedToken(me.email, "verify_email") });
    expect(await contact()).toMatchObject({ emailVerified: true, locale: "pt", timezone: "Europe/Lisbon" });
  });

  it("of nobody is nothing", async () => {
    const nobody = { found: false, email: null, emailVerified: false, phone: null, locale: "en", timezone: null };
    for (const userId of [uuid(), "", "x"]) expect(await service.call(getContact, { userId })).toEqual(nobody);
  });
});

describe("what messages depend on", () => {
  it("is told of several users in the order of the ids, also of nobody and of one who is asked for twice", async () => {
    const [ada, bo] = [await service.signUp(), await service.signUp()];
    await ada.call(updateMe, { locale: "pt" });
    const nobody = uuid();
    const userIds = [bo.userId, nobody, ada.userId, bo.userId];
    const { parties } = await service.call(getMessagingParties, { userIds });
    expect(parties.map(({ found, locale }) => [found, locale])).toEqual([
      [true, "en"],
      [false, "en"],
      [true, "pt"],
      [true, "en"],
    ]);
    expect(parties).toEqual(await Promise.all(userIds.map((userId) => service.call(getMessagingParty, { userId }))));
  });
});

describe("whose address it is", () => {
  it("is told of proven addresses only, in any spelling", async () => {
    const me = await service.signUp();
    const owner = (email: string) => service.call(findVerifiedUser, { email });
    expect(await owner(me.email)).toEqual({ userId: null });
    await service.call(verifyEmail, { token: service.mailedToken(me.email, "verify_email") });
    expect(await owner(` ${me.email.toUpperCase()} `)).toEqual({ userId: me.userId });
    expect(await owner(newAddress())).toEqual({ userId: null });
  });
});
