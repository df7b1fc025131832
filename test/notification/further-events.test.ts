import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { userDeletionCancelled, userDeletionRequested } from "#libs/contracts/account/index.ts";
import { ticketAnswered } from "#libs/contracts/content/index.ts";
import { kycUpdated, levelChanged } from "#libs/contracts/creator/index.ts";
import { endpointDisabled, endpointFailing } from "#libs/contracts/endpoint-events.ts";
import { moderationAppealDecided } from "#libs/contracts/messaging/moderation-appeals.ts";
import { moderationReportResolved, REPORT_RESOLUTIONS } from "#libs/contracts/messaging/moderation-reports.ts";
import {
  chargebackClosed,
  chargebackOpened,
  chargebackReported,
  payeeChanged,
  payoutDestinationChanged,
  payoutProcessed,
  payoutRequested,
  topUpChanged,
  walletRefunded,
} from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import { wordingOf } from "#services/notification/domain/wording.ts";
import { envelopeOf, type Fixture, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

const AT = "2030-01-31T12:00:00.000Z";

/** The notifications of a user after two deliveries of an event. */
async function notificationsAfter(userId: string, envelope: EventEnvelope) {
  await service.deliver(envelope);
  await service.redeliver(envelope);
  expect(service.stream.dead).toEqual([]);
  const { items } = await service.list(userId);
  return items.map(({ eventKey, title, body, data }) => ({ eventKey, title, body, data }));
}

describe("notifications of further events", () => {
  it("NOT-16 payout_processed notifies the creator of a paid payout, payout_failed of a failed one", async () => {
    const creator = uuid();
    const payout = { payoutId: uuid(), creatorId: uuid(), userId: creator, amount: "12.50", currency: "EUR", reason: "account closed" };
    expect(await notificationsAfter(creator, envelopeOf(payoutProcessed, { ...payout, status: "PAID", reason: null }))).toEqual([
      {
        eventKey: "payout_processed",
        title: "Payout processed",
        body: "Your payout of €12.50 has been processed.",
        data: { payoutId: payout.payoutId, amount: "12.50", currency: "EUR", status: "PAID", deepLink: "/payouts" },
      },
    ]);
    const [failed] = await notificationsAfter(creator, envelopeOf(payoutProcessed, { ...payout, status: "FAILED" }));
    expect(failed).toMatchObject({
      eventKey: "payout_failed",
      title: "Payout failed",
      body: "Your payout of €12.50 failed. The money is back in your earnings.",
      data: { status: "FAILED" },
    });
    expect(JSON.stringify(failed)).not.toContain("account closed");
  });

  it("PYO-07 payout_destination_changed and payout_requested warn the user, critically", async () => {
    const user = uuid();
    const changed = { userId: user, changedAt: AT, coolingUntil: AT };
    expect(await notificationsAfter(user, envelopeOf(payoutDestinationChanged, changed))).toMatchObject([
      { eventKey: "payout_destination_changed", title: "Your payouts go somewhere else", data: { deepLink: "/payouts" } },
    ]);
    const fact = { payoutId: uuid(), creatorId: uuid(), userId: user, amount: "12.50", currency: "EUR" };
    const [requested] = await notificationsAfter(user, envelopeOf(payoutRequested, fact));
    expect(requested?.body).toBe("A payout of €12.50 was requested. If it was not you, cancel it and change your password.");
  });

  it("CNS-14 chargeback_opened tells each of the finance staff where the dispute is listed, and its sum", async () => {
    const [one, other, chargebackId] = [uuid(), uuid(), uuid()];
    const fact = { chargebackId, userId: uuid(), topupId: uuid(), amount: "12.50", currency: "EUR", reason: "fraudulent" };
    for (const staff of [one, other]) {
      const items = await notificationsAfter(staff, envelopeOf(chargebackReported, { ...fact, userIds: [one, other] }));
      const [item] = items.filter(({ eventKey }) => eventKey === "chargeback_opened");
      expect(item).toMatchObject({
        title: "A payment is disputed",
        body: "A payment of €12.50 is disputed at a bank or card. Look at it before the payment provider stops taking evidence.",
        data: { chargebackId, deepLink: `/admin/chargebacks/${chargebackId}` },
      });
      expect(JSON.stringify(items)).not.toContain(fact.userId);
    }
    const { action } = wordingOf("chargeback_opened", { role: "STAFF", amount: "12.50", currency: "EUR" }, "en");
    expect([action, wordingOf("chargeback_opened", null, "en").action]).toEqual([
      "chargeback_opened.action_staff",
      "chargeback_opened.action",
    ]);
  });

  it.each([
    ["REVIEW", "topup_review", /^Another sum or currency arrived than/],
    ["RETURNED", "topup_returned", /^What you paid was sent back/],
  ] as const)("PMT-09 a payment that is %s notifies its payer, who is led to it", async (status, eventKey, body) => {
    const [userId, topupId] = [uuid(), uuid()];
    expect(await notificationsAfter(userId, envelopeOf(topUpChanged, { topupId, userId, status }))).toEqual([
      { eventKey, title: expect.any(String), body: expect.stringMatching(body), data: { topupId, deepLink: `/wallet/topups/${topupId}` } },
    ]);
  });

  it("PMT-15 PMT-16 a refund that failed, a dispute and its end notify the fan; a refund that went does not", async () => {
    const userId = uuid();
    const sum = { userId, amount: "12.50", currency: "EUR" };
    const refund = { ...sum, refundId: uuid(), topupId: uuid() };
    expect(await notificationsAfter(userId, envelopeOf(walletRefunded, { ...refund, status: "SUCCEEDED" }))).toEqual([]);
    const told = async (envelope: EventEnvelope) => (await notificationsAfter(userId, envelope))[0]?.body;
    expect(await told(envelopeOf(walletRefunded, { ...refund, status: "FAILED" }))).toBe(
      "€12.50 could not be sent back to where it came from. It is in your wallet again.",
    );
    const chargeback = { ...sum, chargebackId: uuid(), topupId: uuid(), reason: "fraudulent" };
    expect(await told(envelopeOf(chargebackOpened, chargeback))).toMatch(/^A payment of yours is disputed/);
    const ended = (status: "WON" | "LOST") => told(envelopeOf(chargebackClosed, { ...chargeback, status }));
    expect(await ended("WON")).toBe("The dispute is over: €12.50 is in your wallet again.");
    expect(await ended("LOST")).toMatch(/^The bank has taken your payment of €12\.50 back\./);
    expect((await service.list(userId)).items).toHaveLength(4);
  });

  it("PYO-05 payee_action_required tells a creator that the provider misses something, once, and no other change does", async () => {
    const userId = uuid();
    const change = (from: "ENABLED" | "RESTRICTED" | null, status: "ENABLED" | "RESTRICTED" | "ONBOARDING") =>
      notificationsAfter(userId, envelopeOf(payeeChanged, { userId, from, status, at: AT }));
    expect(await change(null, "ONBOARDING")).toEqual([]);
    const told = { eventKey: "payee_action_required", title: "The payment provider needs something", data: { deepLink: "/payouts" } };
    expect(await change("ENABLED", "RESTRICTED")).toMatchObject([told]);
    expect(await change("RESTRICTED", "RESTRICTED")).toHaveLength(1);
    expect(await change("RESTRICTED", "ENABLED")).toHaveLength(1);
  });

  it.each([
    ["GONE", "A webhook endpoint said that it no longer exists and was switched off."],
    ["FAILING", "A webhook endpoint kept failing for too long and was switched off."],
  ] as const)(
    "STF-28 webhook_endpoint_disabled notifies the staff who may change the endpoint, and not a former one: %s",
    async (reason, body) => {
      const [former, admin, endpointId] = [uuid(), uuid(), uuid()];
      const fact = { endpointId, createdBy: former, userIds: [admin], reason, disabledAt: AT };
      const items = await notificationsAfter(admin, envelopeOf(endpointDisabled, fact));
      expect(items).toMatchObject([{ eventKey: "webhook_endpoint_disabled", body, data: { endpointId, reason } }]);
      expect((await service.list(former)).items).toEqual([]);
    },
  );

  it("STF-28 webhook_endpoint_failing warns the staff who may change the endpoint; in an earlier event, who created it", async () => {
    const [former, admin, other] = [uuid(), uuid(), uuid()];
    const fact = { endpointId: uuid(), createdBy: former, failingSince: AT, disabledFrom: AT };
    const warned = [{ eventKey: "webhook_endpoint_failing" }];
    expect(await notificationsAfter(admin, envelopeOf(endpointFailing, { ...fact, userIds: [admin, other] }))).toMatchObject(warned);
    expect((await service.list(other)).items).toMatchObject(warned);
    expect((await service.list(former)).items).toEqual([]);
    expect(await notificationsAfter(former, envelopeOf(endpointFailing, fact))).toMatchObject(warned);
  });

  it.each([
    ["UPHELD", "We reviewed the decision about your message. It stands."],
    ["REVERSED", "We reviewed the decision about your message and took it back."],
  ] as const)("moderation_appeal_decided shows the decision %s", async (decision, body) => {
    const [sender, sessionId] = [uuid(), uuid()];
    const fact = { appealId: uuid(), messageId: uuid(), sessionId, senderId: sender, decision, messageStatus: "REJECTED", decidedAt: AT };
    const items = await notificationsAfter(sender, envelopeOf(moderationAppealDecided, fact));
    expect(items).toMatchObject([{ eventKey: "moderation_appeal_decided", body, data: { decision, deepLink: `/messages/${sessionId}` } }]);
  });

  it("NOT-17 support_answered leads to the ticket, once for each answer, by mail as well", async () => {
    const [user, ticketId] = [uuid(), uuid()];
    const email = `s${user.slice(-12)}@example.org`;
    service.contacts.set(user, { email, locale: "de" });
    const answered = () => envelopeOf(ticketAnswered, { ticketId, userId: user, answeredAt: AT });
    const deepLink = `/support/${ticketId}`;
    const first = await notificationsAfter(user, answered());
    expect(first).toMatchObject([{ eventKey: "support_answered", title: "Support has answered", data: { ticketId, deepLink } }]);
    expect(await notificationsAfter(user, answered())).toHaveLength(2);
    await service.send();
    const mails = await service.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Der Support hat geantwortet", "Der Support hat geantwortet"]);
    expect(mails[0]?.text).toContain(deepLink);
  });

  it("report_resolved says that the report was reviewed, without the resolution", async () => {
    const reporter = uuid();
    const fact = { reportId: uuid(), messageId: uuid(), reporterId: reporter, resolution: REPORT_RESOLUTIONS[0], resolvedAt: AT };
    const items = await notificationsAfter(reporter, envelopeOf(moderationReportResolved, fact));
    expect(items).toMatchObject([{ eventKey: "report_resolved", data: { reportId: fact.reportId, messageId: fact.messageId } }]);
    expect(JSON.stringify(items)).not.toContain(fact.resolution);
  });

  it.each([
    ["APPROVED", "Your identity is confirmed."],
    ["REJECTED", "Your identity could not be confirmed."],
    ["RESUBMISSION_REQUIRED", "We need your documents once more to confirm your identity."],
    ["EXPIRED", "The check of your identity has expired. Please do it again."],
    ["IN_PROGRESS", null],
    ["IN_REVIEW", null],
    ["NOT_STARTED", null],
  ] as const)("kyc_updated notifies of an outcome only: %s", async (to, body) => {
    const creator = uuid();
    const items = await notificationsAfter(
      creator,
      envelopeOf(kycUpdated, { creatorId: uuid(), userId: creator, from: "IN_REVIEW", to, at: AT }),
    );
    expect(items.map((item) => item.body)).toEqual(body === null ? [] : [body]);
  });

  it("level_changed shows the level as a name", async () => {
    const creator = uuid();
    const fact = { creatorId: uuid(), userId: creator, from: "BRONZE", to: "SILVER", by: "RULE", at: AT } as const;
    const items = await notificationsAfter(creator, envelopeOf(levelChanged, fact));
    expect(items).toMatchObject([{ body: "Your creator level is now Silver.", data: { level: "SILVER", previousLevel: "BRONZE" } }]);
  });

  it("GDP account_deletion_scheduled shows the date, also in a mail without an unsubscribe link", async () => {
    const user = uuid();
    const email = `d${user.slice(-12)}@example.org`;
    service.contacts.set(user, { email, locale: "de" });
    const items = await notificationsAfter(user, envelopeOf(userDeletionRequested, { userId: user, requestId: uuid(), scheduledAt: AT }));
    expect(items).toMatchObject([{ eventKey: "account_deletion_scheduled", data: { scheduledAt: AT } }]);
    expect(items[0]?.body).toContain("January 31, 2030");
    await service.send();
    const [mail] = await service.mailsTo(email);
    expect(mail?.text).toContain("Dein Konto wird am 31. Januar 2030 gelöscht.");
    expect(mail).not.toHaveProperty("unsubscribeUrl");
  });

  it("GDP-03 account_deletion_cancelled says what to do if it was another person, once, also in a mail without an unsubscribe link", async () => {
    const user = uuid();
    const email = `c${user.slice(-12)}@example.org`;
    service.contacts.set(user, { email, locale: "de" });
    const items = await notificationsAfter(user, envelopeOf(userDeletionCancelled, { userId: user, requestId: uuid() }));
    expect(items).toMatchObject([{ eventKey: "account_deletion_cancelled", data: { deepLink: "/settings/security" } }]);
    expect(items[0]?.body).toContain("set a new password");
    await service.send();
    const mails = await service.mailsTo(email);
    expect(mails).toMatchObject([{ subject: "Dein Konto wird nicht gelöscht" }]);
    expect(mails[0]?.text).toContain("/settings/security");
    expect(mails[0]).not.toHaveProperty("unsubscribeUrl");
  });
});
