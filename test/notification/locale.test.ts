import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { event } from "#libs/contract-kit/contract.ts";
import { userChanged, userRegistered } from "#libs/contracts/account/internal.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/notification/deps.ts";
import { noticeBatches, notifyOn } from "#services/notification/events/notify-on.ts";
import { notificationService } from "#services/notification/notification.service.ts";
import { envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

const payoutProcessed = event({
  name: "payout.tested",
  owner: "wallet",
  summary: "A payout was paid",
  payload: { userId: { type: "string" }, amount: { type: "string", nullable: true }, currency: { type: "string" } },
});
const subscriptionConfirmed = event({
  name: "email_subscription.tested",
  owner: "wallet",
  summary: "An email subscription was confirmed",
  payload: { userId: { type: "string" } },
});

const onPayoutProcessed = notifyOn(payoutProcessed, ({ userId, amount, currency }) => [
  { userId, eventKey: "payout_processed", data: amount === null ? null : { amount, currency } },
]);
const onSubscriptionConfirmed = notifyOn(subscriptionConfirmed, ({ userId }) => [
  { userId, eventKey: "email_subscription_confirm", data: null },
]);

let service: Fixture;
beforeAll(async () => {
  service = await startFixture((runtime) => {
    const schema = notificationService(runtime);
    const subscribe = noticeBatches(liveDeps(runtime));
    return { ...schema, durable: [...(schema.durable ?? []), onPayoutProcessed(subscribe), onSubscriptionConfirmed(subscribe)] };
  });
});
afterEach(() => {
  service.summaryCalls.length = 0;
});
afterAll(() => service.stop());

const NAMELESS = { username: null, displayName: null, avatarUrl: null } as const;
const changedTo = (userId: string, locale: string, version: number) =>
  envelopeOf(userChanged, { userId, version, status: "ACTIVE", locale, ...NAMELESS, changedAt: "2032-01-01T00:00:00.000Z" });

async function bodyOf(userId: string): Promise<string | undefined> {
  return (await service.list(userId)).items[0]?.body;
}

describe("the language of notifications", () => {
  it("NOT-11 the language is the locale of user.registered", async () => {
    const user = uuid();
    await service.deliver(envelopeOf(userRegistered, { userId: user, locale: "de" }));
    await service.deliver(sentTo(user, "Ada"));
    const [item] = (await service.list(user)).items;
    expect(item).toMatchObject({ title: "Neue Nachricht", body: "Ada hat dir eine Nachricht geschickt." });
    expect(service.summaryCalls).toEqual([]);
  });

  it("NOT-11 the language changes with the locale, also for old notifications", async () => {
    const user = uuid();
    await service.deliver(envelopeOf(userRegistered, { userId: user, locale: "en" }), sentTo(user, "Ada"));
    expect(await bodyOf(user)).toBe("Ada sent you a message.");
    await service.deliver(changedTo(user, "fr", 2));
    expect(await bodyOf(user)).toBe("Ada vous a envoyé un message.");
  });

  it("NOT-11 the language ignores an older change that arrives late", async () => {
    const user = uuid();
    await service.deliver(sentTo(user, "Ada"));
    await service.deliver(changedTo(user, "it", 3));
    await service.deliver(changedTo(user, "sv", 2));
    await service.deliver(envelopeOf(userRegistered, { userId: user, locale: "nl" }));
    expect(await bodyOf(user)).toBe("Ada ti ha inviato un messaggio.");
  });

  it("NOT-11 the language is fetched from the account service once while no event has brought it", async () => {
    const user = uuid();
    service.locales.set(user, "es");
    await service.deliver(sentTo(user, "Ada"));
    expect(await bodyOf(user)).toBe("Ada te ha enviado un mensaje.");
    expect(await bodyOf(user)).toBe("Ada te ha enviado un mensaje.");
    expect(service.summaryCalls).toEqual([user]);
    await service.deliver(envelopeOf(userRegistered, { userId: user, locale: "nl" }));
    expect(await bodyOf(user)).toBe("Ada te ha enviado un mensaje.");
    await service.deliver(changedTo(user, "pl", 2));
    expect(await bodyOf(user)).toBe("Ada wysyła Ci wiadomość.");
  });

  it("GDP-08 the language is not restored for a deleted user by a late answer or event", async () => {
    const user = uuid();
    const { recipients, transaction } = liveDeps(service.runtime);
    await transaction((tx) => recipients.markDeleted(tx, user));
    const deletedRecipient = await recipients.find(user);
    await recipients.setUnknownLocale(user, "de", 4);
    await service.deliver(changedTo(user, "fr", 5));
    expect(deletedRecipient).toMatchObject({ gone: true, locale: null });
    expect(await recipients.find(user)).toEqual(deletedRecipient);
  });

  it("NOT-11 the language is English for an unknown user and for an unsupported locale", async () => {
    const [unknown, klingon] = [uuid(), uuid()];
    await service.deliver(envelopeOf(userRegistered, { userId: klingon, locale: "tlh" }), sentTo(unknown), sentTo(klingon));
    expect([await bodyOf(unknown), await bodyOf(klingon)]).toEqual(["Ada sent you a message.", "Ada sent you a message."]);
  });

  it("NOT-11 the language is English while the account service is unavailable", async () => {
    const user = uuid();
    await service.deliver(sentTo(user));
    const account = service.broker.getLocalService("account");
    await service.broker.destroyService(account);
    try {
      expect(await bodyOf(user)).toBe("Ada sent you a message.");
    } finally {
      service.broker.createService({ name: "account", actions: account.schema.actions ?? {} });
    }
  });

  it("NOT-16 payout_processed and email_subscription_confirm need only an event and a rule", async () => {
    const user = uuid();
    await service.deliver(
      envelopeOf(userRegistered, { userId: user, locale: "de" }),
      envelopeOf(payoutProcessed, { userId: user, amount: "1234.50", currency: "EUR" }),
      envelopeOf(subscriptionConfirmed, { userId: user }),
      envelopeOf(payoutProcessed, { userId: user, amount: null, currency: "EUR" }),
    );
    const { items } = await service.list(user);
    expect(items.map(({ eventKey, body, data }) => ({ eventKey, body, data }))).toEqual([
      { eventKey: "payout_processed", body: "Deine Auszahlung wurde bearbeitet.", data: null },
      { eventKey: "email_subscription_confirm", body: "Dein E-Mail-Abonnement ist bestätigt.", data: null },
      {
        eventKey: "payout_processed",
        body: "Deine Auszahlung von 1.234,50\u00a0€ wurde bearbeitet.",
        data: { amount: "1234.50", currency: "EUR" },
      },
    ]);
  });

  it.each(LOCALES)("NOT-11 %s shows every notification without a raw key or placeholder", async (locale) => {
    const user = uuid();
    await service.deliver(
      envelopeOf(userRegistered, { userId: user, locale }),
      sentTo(user, "Ada"),
      sentTo(user, null),
      envelopeOf(payoutProcessed, { userId: user, amount: "5.00", currency: "EUR" }),
      envelopeOf(subscriptionConfirmed, { userId: user }),
    );
    const { items } = await service.list(user);
    expect(items).toHaveLength(4);
    for (const { title, body } of items) {
      for (const text of [title, body]) expect(text).not.toMatch(/[{}]|_|undefined|null|^$/);
    }
  });
});
