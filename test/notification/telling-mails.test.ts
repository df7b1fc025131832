import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { messageExpiring, messageSent } from "#libs/contracts/messaging/index.ts";
import { setPreferences } from "#libs/contracts/notification/index.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { aMessage, type Contact, envelopeOf, type Fixture, startFixture } from "./fixture.ts";

const EXPIRES = "2030-02-02T14:25:00.000Z";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

function newReader(contact: Partial<Contact> = {}): { userId: string; email: string } {
  const userId = uuid();
  const email = `u${userId.slice(-12)}@example.org`;
  service.contacts.set(userId, { email, ...contact });
  return { userId, email };
}

interface Terms {
  readonly price?: string | null;
  readonly share?: string | null;
  readonly senderName?: string | null;
  readonly creatorName?: string | null;
}

function sent(senderId: string, receiverId: string, { price = "12.00", share = "9.60", ...names }: Terms = {}) {
  const facts = { ...aMessage({ senderId, receiverId, price }), senderName: "Tom", creatorName: "Mara", ...names };
  return envelopeOf(messageSent, { ...facts, status: "ESCROWED", share, expiresAt: EXPIRES, sentAt: "2030-02-01T14:25:00.000Z" });
}

const subjectTo = async (email: string) => (await service.mailsTo(email)).map(({ subject }) => subject);

describe("the mails of messages and payments", () => {
  it("EAS-20 the creator reads who asks, how much, and until when in the own zone; the text names the net", async () => {
    const creator = newReader({ timezone: "Europe/Berlin" });
    const fan = newReader({ locale: "de" });
    await service.deliver(sent(fan.userId, creator.userId));
    await service.send();
    const [mail] = await service.mailsTo(creator.email);
    expect(mail?.subject).toBe("Tom asks you something: €12.00, answer by Sat, Feb 2, 15:25 GMT+1");
    expect(mail?.text).toContain("you get €9.60.");
    const [confirmation, ...others] = await service.mailsTo(fan.email);
    expect(others).toEqual([]);
    expect(confirmation?.subject).toBe("Deine Nachricht an Mara für 12,00\u00a0€ wurde gesendet: Antwort bis Sa., 2. Feb., 14:25 UTC");
    const inApp = await service.list(fan.userId);
    expect(inApp.total).toBe(0);
  });

  it.each(LOCALES)("EAS-20 subjects in %s name the person, the sum and the deadline, and nothing of the text", async (locale) => {
    const [creator, fan] = [newReader({ locale }), newReader({ locale })];
    await service.deliver(
      sent(fan.userId, creator.userId),
      envelopeOf(messageExpiring, {
        ...aMessage({ senderId: fan.userId, receiverId: creator.userId, price: "12.00" }),
        ...{ senderName: "Tom", share: "9.60", expiresAt: EXPIRES },
      }),
      envelopeOf(walletToppedUp, { topupId: uuid(), userId: fan.userId, amount: "50.00", currency: "EUR" }),
    );
    await service.send();
    const toCreator = await subjectTo(creator.email);
    expect(toCreator).toHaveLength(2);
    for (const subject of toCreator) expect(subject).toMatch(/Tom.*14[.:]25|14[.:]25.*Tom/);
    expect(toCreator.join()).toMatch(/12[.,]00/);
    expect(toCreator.join()).toMatch(/9[.,]60/);
    const toFan = await subjectTo(fan.email);
    expect(toFan).toHaveLength(2);
    expect(toFan.join()).toMatch(/Mara/);
    expect(toFan.join()).toMatch(/50[.,]00/);
    for (const subject of [...toCreator, ...toFan]) {
      expect(subject).not.toMatch(/[{}]|[.。।]$/);
      expect(subject.length).toBeLessThanOrEqual(150);
    }
  });

  it("EAS-20 a long name is cut between whole characters, and one of another direction is isolated", async () => {
    const creator = newReader();
    const family = "👩‍👩‍👧‍👦";
    await service.deliver(sent(newReader().userId, creator.userId, { senderName: family.repeat(20) }));
    await service.deliver(sent(newReader().userId, creator.userId, { senderName: "שרה" }));
    await service.send();
    const [long, hebrew] = (await subjectTo(creator.email)).sort();
    const subjects = [long, hebrew];
    expect(subjects.find((subject) => subject?.startsWith(family))).toMatch(new RegExp(`^(${family})+… asks`, "u"));
    expect(subjects.find((subject) => subject?.includes("שרה"))).toContain("\u2068שרה\u2069 asks");
  });

  it("EAS-20 free messages and people without a name have sentences without holes", async () => {
    const [creator, fan] = [newReader(), newReader({ timezone: "Mars/Olympus" })];
    await service.deliver(sent(fan.userId, creator.userId, { price: null, share: null }));
    await service.deliver(sent(fan.userId, creator.userId, { senderName: null, creatorName: null }));
    await service.send();
    expect((await subjectTo(creator.email)).sort()).toEqual(["New message", "Tom wrote to you: answer by Sat, Feb 2, 14:25 UTC"]);
    expect((await subjectTo(fan.email)).sort()).toEqual([
      "Your message has been sent",
      "Your message to Mara has been sent: answer due by Sat, Feb 2, 14:25 UTC",
    ]);
  });

  it("EAS-20 confirmations can be switched off, and come once for an event that is delivered twice", async () => {
    const fan = newReader();
    const paid = () => envelopeOf(walletToppedUp, { topupId: uuid(), userId: fan.userId, amount: "50.00", currency: "EUR" });
    const event = paid();
    await service.deliver(event);
    await service.redeliver(event);
    await service.send();
    expect(await subjectTo(fan.email)).toEqual(["Your payment of €50.00 has arrived: it is in your wallet"]);
    await service.as(fan.userId, setPreferences, { preferences: [{ eventKey: "wallet_topped_up", channels: { EMAIL: false } }] });
    await service.deliver(paid());
    await service.send();
    expect(await subjectTo(fan.email)).toHaveLength(1);
  });
});
