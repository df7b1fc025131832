import { spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { type Check, refuseIfAny } from "#libs/errors/refuse.ts";
import {
  type Draft,
  type PaymentFacts,
  paymentChecks,
  priceChecks,
  type SendFacts,
  sendChecks,
} from "#services/messaging/messages/domain/send-checks.ts";
import { claimText } from "#services/messaging/messages/send/text-claim.ts";

import type { Purse } from "#services/messaging/wallet/domain/wallet.ts";

interface Subject extends Omit<Draft, "facts" | "payment"> {
  readonly given: SendFacts;
  readonly paid: PaymentFacts;
}

const validDraft: Subject = {
  senderId: "fan",
  receiverId: "creator",
  content: "hello",
  dmType: "SINGLE_PAY",
  price: 500n,
  timeoutHours: 48,
  quote: null,
  given: {
    sender: { emailVerified: true },
    receiver: { found: true, status: "ACTIVE" },
    creator: { exists: true, creatorStatus: "ACTIVE", dmActive: true, vacationMode: false, dmType: "SINGLE_PAY" },
    packagePrice: 500n,
    window: { minimum: 24, maximum: 48 },
    blocked: false,
  },
  paid: { openPaid: false, wallet: { frozen: false, balance: 500n } },
};

type Violation = (subject: Subject) => Subject;
const given =
  (facts: Partial<SendFacts>): Violation =>
  (s) => ({ ...s, given: { ...s.given, ...facts } });
const creator =
  (facts: Partial<SendFacts["creator"]>): Violation =>
  (s) =>
    given({ creator: { ...s.given.creator, ...facts } })(s);
const wallet =
  (facts: Partial<Purse>): Violation =>
  (s) => ({ ...s, paid: { ...s.paid, wallet: { frozen: false, balance: 500n, ...s.paid.wallet, ...facts } } });

/** Spec 4.10, "Ordered checks", with one violation of each; the repeated text is a claim in the store (`send-refusals.test.ts`). */
const violations: readonly (readonly [ErrorKey, Violation])[] = [
  ["message.send.error.self_message", (s) => ({ ...s, receiverId: s.senderId })],
  ["message.send.error.empty_content", (s) => ({ ...s, content: " \n\t" })],
  ["message.send.error.email_not_verified", given({ sender: { emailVerified: false } })],
  ["message.send.error.creator_unavailable", given({ receiver: { found: false, status: null } })],
  ["message.send.error.blocked", given({ blocked: true })],
  ["message.send.error.dm_disabled", creator({ dmActive: false })],
  ["message.send.error.vacation", creator({ vacationMode: true })],
  ["message.send.error.dm_type_mismatch", creator({ dmType: "FREE" })],
  ["message.send.error.reply_window", (s) => ({ ...s, timeoutHours: 49 })],
  ["message.send.error.price_below_minimum", (s) => ({ ...s, price: 499n })],
  ["message.send.error.pending_paid_exists", (s) => ({ ...s, paid: { ...s.paid, openPaid: true } })],
  ["payment.escrow.wallet_unavailable", wallet({ frozen: true })],
  ["payment.escrow.insufficient_balance", wallet({ balance: 1n })],
];

const allChecks: readonly Check<Draft>[] = [...sendChecks, ...priceChecks, ...paymentChecks];

function check(subject: Subject): Promise<void> {
  return refuseIfAny(allChecks, { ...subject, facts: async () => subject.given, payment: async () => subject.paid });
}

describe("the checks of POST /messages", () => {
  it("MSG-39 the checks are each violated by this test", () => {
    expect(violations.map(([key]) => key)).toEqual(allChecks.map(([key]) => key));
  });

  it("the checks accept a valid draft, also with exactly the minimum price and balance", async () => {
    await expect(check(validDraft)).resolves.toBeUndefined();
  });

  for (const [key, violate] of violations) {
    it(`the checks refuse with ${key}`, () => expect(check(violate(validDraft))).rejects.toMatchObject({ key }));
  }

  it("MSG-39 the checks run in the order of the specification: of several violations the earlier one decides", async () => {
    for (const [index, [key]] of violations.entries()) {
      const subject = violations.slice(index).reduce((before, [, violate]) => violate(before), validDraft);
      await expect(check(subject)).rejects.toMatchObject({ key });
    }
  });

  it.each(["SUSPENDED", "BANNED", "DEACTIVATED"] as const)(
    "MSG-63 the checks refuse a creator who is %s as unavailable",
    async (creatorStatus) => {
      await expect(check(creator({ creatorStatus, dmActive: false })(validDraft))).rejects.toMatchObject({
        key: "message.send.error.creator_unavailable",
      });
    },
  );

  it.each(["SUSPENDED", "BANNED", "DEACTIVATED", "DELETED"])(
    "MSG-16 the checks refuse a receiver who is %s as unavailable",
    async (status) => {
      await expect(check(given({ receiver: { found: true, status } })(validDraft))).rejects.toMatchObject({
        key: "message.send.error.creator_unavailable",
      });
    },
  );

  it("MSG-18 the checks refuse a receiver without a creator profile", async () => {
    await expect(check(creator({ exists: false, dmActive: true })(validDraft))).rejects.toMatchObject({
      key: "message.send.error.dm_disabled",
    });
  });

  it.each([
    [1000n, 950n, true],
    [30n, 30n, true],
    [29n, 30n, false],
    [0n, null, false],
  ])("MSG-33 a price of %s minor units for a package of %s is accepted: %s", async (price, packagePrice, accepted) => {
    const outcome = check({
      ...given({ packagePrice })(validDraft),
      price,
      paid: { openPaid: false, wallet: { frozen: false, balance: 10_000n } },
    });
    if (accepted) await expect(outcome).resolves.toBeUndefined();
    else await expect(outcome).rejects.toMatchObject({ key: "message.send.error.price_below_minimum" });
  });

  it("MSG-67 the checks name the minimum price in the error", async () => {
    await expect(check({ ...validDraft, price: 1n })).rejects.toMatchObject({ vars: { minimum: "5.00" } });
  });
});

describe("the UTC day of free messages", () => {
  it.each(["Pacific/Kiritimati", "America/Los_Angeles"])("MSG-27 the day of free messages is the same on a server in %s", (zone) => {
    const code = `import("#services/messaging/messages/domain/free-dm-quota.ts")
      .then(({ freeDayOf }) => console.log(JSON.stringify(freeDayOf(new Date("2026-03-07T23:59:59.999Z")))))`;
    const { stdout } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8", env: { ...process.env, TZ: zone, NODE_OPTIONS: "" } });
    expect(JSON.parse(stdout)).toMatchObject({ day: "2026-03-07", resetsAt: "2026-03-08T00:00:00.000Z" });
  });
});

describe("the duplicate window", () => {
  it.each([
    [59_999, true],
    [60_000, false],
  ])("MSG-21 MSG-23 %i ms after the first message, of 60,000: the same text is a duplicate: %s", async (age, expected) => {
    const sentAt = new Date("2026-01-01T00:00:00.000Z");
    const claim = { fingerprint: "text", messageId: "second", attempt: null, now: new Date(sentAt.getTime() + age), windowMs: 60_000 };
    const guard = { _id: "text", messageId: "first", attempt: null, sentAt };
    const textGuards = { find: async () => guard, claim: async () => false, takeOver: async () => true } as never;
    const messages = { exists: async () => true } as never;
    const outcome = claimText({ textGuards, messages }, claim).then(
      () => false,
      ({ key }: { key: string }) => key === "message.send.error.duplicate",
    );
    expect(await outcome).toBe(expected);
  });
});
