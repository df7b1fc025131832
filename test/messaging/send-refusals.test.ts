import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { blockUser, replyToMessage, sendMessage, unblockUser } from "#libs/contracts/messaging/index.ts";
import { DAY, HOUR, systemClock } from "#libs/kernel/clock.ts";
import { type CounterStore, CountersUnavailable } from "#libs/platform/counters/counter-store.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";

let fixture: MessagingFixture;
let countersDown = false;

/** Counters that can be switched off. */
function breakableCounters(): CounterStore {
  const counters = memoryCounters({ clock: systemClock });
  return {
    ...counters,
    quotas: {
      take: async (slots, expiresAt) => {
        if (countersDown) throw new CountersUnavailable();
        return counters.quotas.take(slots, expiresAt);
      },
      giveBack: (slots) => counters.quotas.giveBack(slots),
    },
  };
}

beforeAll(async () => {
  fixture = await messagingFixture({ counters: breakableCounters() });
});
afterAll(() => fixture.stop());

const key = (name: string) => ({ key: `message.send.error.${name}` });

async function newFundedFan(amount = "100.00"): Promise<string> {
  const fan = fixture.newFan();
  await fixture.fund(fan, amount);
  return fan;
}

/** Zero-width characters, a direction mark, fillers, a variation selector, a blank of Braille. */
const INVISIBLE = ["\u200B", "\u200D\uFEFF", " \u2060 \u200E\n", "\u3164", "\u115F\u1160", "\uFE0F", "\u2800", "\u0007", "\u{E0041}"];

describe("POST /messages › validation and common rules", () => {
  const VALIDATION = { key: "error.validation_failed" };
  it.each([
    ["MSG-05 receiverId missing", { receiverId: undefined }],
    ["MSG-05 receiverId not a string", { receiverId: 5 }],
    ["MSG-06 content missing", { content: undefined }],
    ["MSG-06 content empty", { content: "" }],
    ["MSG-06 content of 2001 characters", { content: "x".repeat(2001) }],
    ["MSG-06 content not a string", { content: 5 }],
    ["MSG-09 dmType missing", { dmType: undefined }],
    ["MSG-09 dmType unknown", { dmType: "GIFT" }],
    ["MSG-10 price missing for a paid message", { dmType: "SINGLE_PAY" }],
    ...["5.", ".5", "5.001", "-5", "1e3", "5,00", " 5", 5].map(
      (price) => [`MSG-11 price ${price}`, { dmType: "SINGLE_PAY", price }] as const,
    ),
    ...[0, 721, "x", 1.5].map((timeoutHours) => [`MSG-13 timeoutHours ${timeoutHours}`, { timeoutHours }] as const),
  ])("%s is a validation error", async (_title, params) => {
    const wrong = { receiverId: fixture.newCreator(), content: "hello", dmType: "FREE", ...params };
    await expect(fixture.as(fixture.newFan())(sendMessage, wrong as never)).rejects.toMatchObject(VALIDATION);
  });

  it("MSG-05 LOD-10 refuses a receiverId of no user with creator_unavailable", async () => {
    for (const receiverId of ["", "abc", "x".repeat(300), "x".repeat(100_000)]) {
      await expect(sendFrom(fixture, fixture.newFan(), receiverId)).rejects.toMatchObject(key("creator_unavailable"));
    }
  });

  it("MSG-11 MSG-13 accepts well-formed prices and timeouts", async () => {
    for (const price of ["5", "5.0", "5.00"]) {
      const creator = fixture.newCreator({ dmType: "SINGLE_PAY" });
      expect(await sendFrom(fixture, await newFundedFan(), creator, { ...PAID, price })).toMatchObject({ status: "ESCROWED" });
    }
    for (const timeoutHours of [1, 720]) {
      expect(await sendFrom(fixture, fixture.newFan(), fixture.newCreator(), { timeoutHours })).toMatchObject({ status: "DELIVERED" });
    }
  });

  it("MSG-08 MSG-14 MSG-15 MSG-18 MSG-19 MSG-20 LOD-10 refuses with the error of the violated rule", async () => {
    const [fan, self] = [fixture.newFan(), fixture.newCreator()];
    await expect(sendFrom(fixture, fan, fixture.newCreator(), { content: "   \n" })).rejects.toMatchObject(key("empty_content"));
    for (const content of INVISIBLE) {
      await expect(sendFrom(fixture, fan, fixture.newCreator(), { content })).rejects.toMatchObject(key("empty_content"));
    }
    await expect(sendFrom(fixture, self, self)).rejects.toMatchObject(key("self_message"));
    await expect(sendFrom(fixture, fixture.newFan({ emailVerified: false }), fixture.newCreator())).rejects.toMatchObject(
      key("email_not_verified"),
    );
    await expect(sendFrom(fixture, fan, fixture.newFan())).rejects.toMatchObject(key("dm_disabled"));
    await expect(sendFrom(fixture, fan, fixture.newCreator({ dmActive: false }))).rejects.toMatchObject(key("dm_disabled"));
    await expect(sendFrom(fixture, fan, fixture.newCreator({ vacationMode: true }))).rejects.toMatchObject(key("vacation"));
    await expect(sendFrom(fixture, fan, fixture.newCreator({ dmType: "SINGLE_PAY" }))).rejects.toMatchObject(key("dm_type_mismatch"));
    await expect(sendFrom(fixture, fan, fixture.newCreator(), PAID)).rejects.toMatchObject(key("dm_type_mismatch"));
  });

  it("MSG-17 BLK-01 refuses a sender whom the receiver has blocked, at once, and not in the other direction", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await fixture.as(fan)(blockUser, { userId: creator });
    expect(await sendFrom(fixture, fan, creator)).toMatchObject({ status: "DELIVERED" });
    await fixture.as(creator)(blockUser, { userId: fan });
    await expect(sendFrom(fixture, fan, creator)).rejects.toMatchObject(key("blocked"));
    await fixture.as(creator)(unblockUser, { userId: fan });
    await expect(sendFrom(fixture, fan, creator)).rejects.toMatchObject(key("free_dm_per_creator_limit"));
  });
});

describe("POST /messages › duplicates", () => {
  it("MSG-21 MSG-22 refuses the same first 500 characters within the window, for the same sender and receiver", async () => {
    const fan = await newFundedFan();
    const creator = fixture.newCreator();
    fixture.setConfig({ "dm.free_per_creator_daily": 10 });
    const content = "a".repeat(499);
    await sendFrom(fixture, fan, creator, { content: `${content}xy` });
    await expect(sendFrom(fixture, fan, creator, { content: `${content}xz` })).rejects.toMatchObject(key("duplicate"));
    expect(await sendFrom(fixture, fan, creator, { content: `${content}zy` })).toMatchObject({ status: "DELIVERED" });
    expect(await sendFrom(fixture, fan, fixture.newCreator(), { content: `${content}xy` })).toMatchObject({ status: "DELIVERED" });
    expect(await sendFrom(fixture, fixture.newFan(), creator, { content: `${content}xy` })).toMatchObject({ status: "DELIVERED" });
  });

  it("MSG-23 accepts the text again after the window of the settings", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    fixture.setConfig({ "dm.free_per_creator_daily": 10, "messaging.duplicate_window_seconds": 30 });
    await sendFrom(fixture, fan, creator, { content: "again" });
    await expect(sendFrom(fixture, fan, creator, { content: "again" })).rejects.toMatchObject(key("duplicate"));
    fixture.runtime.clock.advance(30_000);
    expect(await sendFrom(fixture, fan, creator, { content: "again" })).toMatchObject({ status: "DELIVERED" });
    fixture.setConfig({ "messaging.duplicate_window_seconds": 60 });
  });

  it("MSG-30 accepts a text whose first send was refused", async () => {
    const [poor, creator] = [fixture.newFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    const attempt = () => sendFrom(fixture, poor, creator, { ...PAID, content: "the same" });
    await expect(attempt()).rejects.toMatchObject({ key: "payment.escrow.wallet_unavailable" });
    await fixture.fund(poor, "5.00");
    expect(await attempt()).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-50 a text guard left by a crash does not block a retry, and blocks another request for some seconds only", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    const leaveGuard = async (content: string, idempotencyKey?: string) => {
      // A SIGKILL between the claim of the text and the commit leaves a guard without a message.
      await sendFrom(fixture, fan, creator, { content, ...(idempotencyKey && { idempotencyKey }) });
      await fixture.connection.collection("messages").deleteOne({ senderId: fan });
    };
    fixture.setConfig({ "dm.free_per_creator_daily": 10 });
    await leaveGuard("first", "key-1");
    expect(await sendFrom(fixture, fan, creator, { content: "first", idempotencyKey: "key-1" })).toMatchObject({ status: "DELIVERED" });
    await fixture.connection.collection("messages").deleteOne({ senderId: fan });
    await leaveGuard("second");
    await expect(sendFrom(fixture, fan, creator, { content: "second" })).rejects.toMatchObject(key("duplicate"));
    fixture.runtime.clock.advance(20_000);
    expect(await sendFrom(fixture, fan, creator, { content: "second" })).toMatchObject({ status: "DELIVERED" });
  });
});

describe("POST /messages › free messages of a day", () => {
  beforeAll(() => fixture.setConfig({ "dm.free_daily_limit": 5, "dm.free_per_creator_daily": 1 }));

  it("MSG-24 MSG-67 refuses the sixth of a UTC day and names the time of the reset", async () => {
    const fan = fixture.newFan();
    for (let sent = 0; sent < 5; sent += 1) await sendFrom(fixture, fan, fixture.newCreator());
    const resetsAt = new Date(Math.ceil(fixture.runtime.clock.now().getTime() / DAY) * DAY).toISOString();
    await expect(sendFrom(fixture, fan, fixture.newCreator())).rejects.toMatchObject({
      ...key("free_dm_daily_limit"),
      vars: { limit: 5, resetsAt },
    });
  });

  it("MSG-25 refuses the second to one creator; MSG-26 checks the daily limit first", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await sendFrom(fixture, fan, creator);
    await expect(sendFrom(fixture, fan, creator)).rejects.toMatchObject(key("free_dm_per_creator_limit"));
    for (let sent = 0; sent < 4; sent += 1) await sendFrom(fixture, fan, fixture.newCreator());
    await expect(sendFrom(fixture, fan, creator)).rejects.toMatchObject(key("free_dm_daily_limit"));
  });

  it("MSG-27 restarts the counters at UTC midnight, not after 24 hours", async () => {
    const { clock } = fixture.runtime;
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    const midnight = Math.ceil(clock.now().getTime() / DAY) * DAY;
    clock.set(new Date(midnight - HOUR / 60));
    await sendFrom(fixture, fan, creator);
    await expect(sendFrom(fixture, fan, creator)).rejects.toMatchObject(key("free_dm_per_creator_limit"));
    clock.set(new Date(midnight));
    expect(await sendFrom(fixture, fan, creator)).toMatchObject({ status: "DELIVERED" });
    clock.reset();
  });

  it("MSG-28 applies changed limits at once", async () => {
    fixture.setConfig({ "dm.free_daily_limit": 2, "dm.free_per_creator_daily": 3 });
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await sendFrom(fixture, fan, creator);
    await sendFrom(fixture, fan, creator);
    await expect(sendFrom(fixture, fan, creator)).rejects.toMatchObject(key("free_dm_daily_limit"));
    fixture.setConfig({ "dm.free_daily_limit": 5, "dm.free_per_creator_daily": 1 });
  });

  it("MSG-29 refuses free messages while the counters are unavailable, and accepts paid ones", async () => {
    countersDown = true;
    await expect(sendFrom(fixture, fixture.newFan(), fixture.newCreator())).rejects.toMatchObject(key("service_unavailable"));
    const creator = fixture.newCreator({ dmType: "SINGLE_PAY" });
    expect(await sendFrom(fixture, await newFundedFan(), creator, PAID)).toMatchObject({ status: "ESCROWED" });
    countersDown = false;
  });

  it.each(["messaging.send.quota", "messaging.send.commit"])("MSG-30 does not count a send that fails at %s", async (point) => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    fixture.runtime.faults.arm({ point, mode: "error", times: 1 });
    await expect(sendFrom(fixture, fan, creator)).rejects.toThrow(`fault injected at ${point}`);
    expect(await fixture.documents("messages", { senderId: fan })).toEqual([]);
    expect(await sendFrom(fixture, fan, creator)).toMatchObject({ status: "DELIVERED" });
  });

  it("MSG-24 E8 recounts the messages when the counters have lost their data", async () => {
    const own = await messagingFixture();
    const fan = own.newFan();
    for (let sent = 0; sent < 5; sent += 1) await sendFrom(own, fan, own.newCreator());
    // The same database, fresh counters.
    const { databasePrefix } = own.runtime.env;
    const restarted = await messagingFixture({}, { databasePrefix });
    restarted.newFan();
    restarted.change(fan, {}, { found: true, status: "ACTIVE", emailVerified: true });
    await expect(sendFrom(restarted, fan, restarted.newCreator())).rejects.toMatchObject(key("free_dm_daily_limit"));
    await restarted.stop();
    await own.stop();
  });
});

describe("POST /messages › paid messages", () => {
  it("MSG-32 refuses a price below that of the package, also zero", async () => {
    const [fan, creator] = [await newFundedFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    for (const price of ["4.99", "0"]) {
      await expect(sendFrom(fixture, fan, creator, { ...PAID, price })).rejects.toMatchObject({
        ...key("price_below_minimum"),
        vars: { minimum: "5.00" },
      });
    }
    const unpriced = fixture.newCreator({ dmType: "SINGLE_PAY", packagePrice: null });
    await expect(sendFrom(fixture, fan, unpriced, { ...PAID, price: "0.00" })).rejects.toMatchObject(key("price_below_minimum"));
    expect(await sendFrom(fixture, fan, creator, PAID)).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-34 refuses a second one while the first is open", async () => {
    const [fan, creator] = [await newFundedFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    const { messageId } = await sendFrom(fixture, fan, creator, PAID);
    await expect(sendFrom(fixture, fan, creator, PAID)).rejects.toMatchObject(key("pending_paid_exists"));
    // The rule is per pair: another fan can write to this creator, and this fan to another creator.
    expect(await sendFrom(fixture, await newFundedFan(), creator, PAID)).toMatchObject({ status: "ESCROWED" });
    expect(await sendFrom(fixture, fan, fixture.newCreator({ dmType: "SINGLE_PAY" }), PAID)).toMatchObject({ status: "ESCROWED" });
    await fixture.as(creator)(replyToMessage, { messageId, content: "thanks" });
    expect(await sendFrom(fixture, fan, creator, PAID)).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-36 refuses a sender without a wallet, or with a frozen one", async () => {
    const creator = fixture.newCreator({ dmType: "SINGLE_PAY" });
    const unavailable = { key: "payment.escrow.wallet_unavailable" };
    await expect(sendFrom(fixture, fixture.newFan(), creator, PAID)).rejects.toMatchObject(unavailable);
    const fan = await newFundedFan();
    await fixture.freeze(fan, true);
    await expect(sendFrom(fixture, fan, creator, PAID)).rejects.toMatchObject(unavailable);
    await fixture.freeze(fan, false);
    expect(await sendFrom(fixture, fan, creator, PAID)).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-37 refuses a balance below the price, and accepts exactly the price", async () => {
    const creator = fixture.newCreator({ dmType: "SINGLE_PAY" });
    const [poor, exact] = [await newFundedFan("4.99"), await newFundedFan("5.00")];
    await expect(sendFrom(fixture, poor, creator, PAID)).rejects.toMatchObject({ key: "payment.escrow.insufficient_balance" });
    expect(await sendFrom(fixture, exact, creator, PAID)).toMatchObject({ status: "ESCROWED" });
    expect(await fixture.balance(exact)).toBe("0.00");
  });

  it.each(["messaging.send.escrow", "messaging.send.commit", "wallet.hold.debited"])(
    "MSG-49 MSG-50 rolls everything back after a failure at %s; an earlier session stays",
    async (point) => {
      const [fan, creator] = [await newFundedFan(), fixture.newCreator({ dmType: "SINGLE_PAY" })];
      const fail = async () => {
        fixture.runtime.faults.arm({ point, mode: "error", times: 1 });
        await expect(sendFrom(fixture, fan, creator, PAID)).rejects.toThrow(`fault injected at ${point}`);
      };
      await fail();
      for (const name of ["messages", "chat_sessions"]) expect(await fixture.documents(name, { visibleTo: fan })).toEqual([]);
      expect(await fixture.balance(fan)).toBe("100.00");
      const { messageId } = await sendFrom(fixture, fan, creator, PAID);
      await fixture.as(creator)(replyToMessage, { messageId, content: "thanks" });
      await fail();
      expect(await fixture.documents("messages", { senderId: fan })).toHaveLength(1);
      expect(await fixture.documents("chat_sessions", { visibleTo: fan })).toHaveLength(1);
      expect(await fixture.findViolations()).toEqual([]);
    },
  );
});
