import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { blockUser, replyToMessage, sendMessage, unblockUser } from "#libs/contracts/messaging.ts";
import { type CounterStore, CountersUnavailable } from "#libs/counters/counter-store.ts";
import { memoryCounters } from "#libs/counters/memory-counters.ts";
import { DAY, HOUR, systemClock } from "#libs/kernel/clock.ts";
import { messagingWorld, PAID, sendFrom, type World } from "./messaging-fixture.ts";

let world: World;
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
  world = await messagingWorld({ counters: breakableCounters() });
});
afterAll(() => world.stop());

const key = (name: string) => ({ key: `message.send.error.${name}` });

async function aRichFan(amount = "100.00"): Promise<string> {
  const fan = world.aFan();
  await world.fund(fan, amount);
  return fan;
}

describe("POST /messages › refuses", () => {
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
  ])("%s", async (_title, params) => {
    const wrong = { receiverId: world.aCreator(), content: "hello", dmType: "FREE", ...params };
    await expect(world.as(world.aFan())(sendMessage, wrong as never)).rejects.toMatchObject(VALIDATION);
  });

  it("MSG-05 any text names a receiver who does not exist", async () => {
    for (const receiverId of ["abc", "x".repeat(150)]) {
      await expect(sendFrom(world, world.aFan(), receiverId)).rejects.toMatchObject(key("creator_unavailable"));
    }
  });

  it("MSG-11 MSG-13 what is well formed is taken", async () => {
    for (const price of ["5", "5.0", "5.00"]) {
      const creator = world.aCreator({ dmType: "SINGLE_PAY" });
      expect(await sendFrom(world, await aRichFan(), creator, { ...PAID, price })).toMatchObject({ status: "ESCROWED" });
    }
    for (const timeoutHours of [1, 720]) {
      expect(await sendFrom(world, world.aFan(), world.aCreator(), { timeoutHours })).toMatchObject({ status: "DELIVERED" });
    }
  });

  it("MSG-08 MSG-14 MSG-15 MSG-18 MSG-19 MSG-20 with the error of each rule", async () => {
    const [fan, self] = [world.aFan(), world.aCreator()];
    await expect(sendFrom(world, fan, world.aCreator(), { content: "   \n" })).rejects.toMatchObject(key("empty_content"));
    await expect(sendFrom(world, self, self)).rejects.toMatchObject(key("self_message"));
    await expect(sendFrom(world, world.aFan({ emailVerified: false }), world.aCreator())).rejects.toMatchObject(key("email_not_verified"));
    await expect(sendFrom(world, fan, world.aFan())).rejects.toMatchObject(key("dm_disabled"));
    await expect(sendFrom(world, fan, world.aCreator({ dmActive: false }))).rejects.toMatchObject(key("dm_disabled"));
    await expect(sendFrom(world, fan, world.aCreator({ vacationMode: true }))).rejects.toMatchObject(key("vacation"));
    await expect(sendFrom(world, fan, world.aCreator({ dmType: "SINGLE_PAY" }))).rejects.toMatchObject(key("dm_type_mismatch"));
    await expect(sendFrom(world, fan, world.aCreator(), PAID)).rejects.toMatchObject(key("dm_type_mismatch"));
  });

  it("MSG-17 BLK-01 whom the receiver has blocked, at once, and not the other way round", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    await world.as(fan)(blockUser, { userId: creator });
    expect(await sendFrom(world, fan, creator)).toMatchObject({ status: "DELIVERED" });
    await world.as(creator)(blockUser, { userId: fan });
    await expect(sendFrom(world, fan, creator)).rejects.toMatchObject(key("blocked"));
    await world.as(creator)(unblockUser, { userId: fan });
    await expect(sendFrom(world, fan, creator)).rejects.toMatchObject(key("free_dm_per_creator_limit"));
  });
});

describe("POST /messages › duplicates", () => {
  it("MSG-21 MSG-22 the same first 500 characters within the window; another receiver or sender is never one", async () => {
    const fan = await aRichFan();
    const creator = world.aCreator();
    world.setConfig({ "dm.free_per_creator_daily": 10 });
    const content = "a".repeat(499);
    await sendFrom(world, fan, creator, { content: `${content}xy` });
    await expect(sendFrom(world, fan, creator, { content: `${content}xz` })).rejects.toMatchObject(key("duplicate"));
    expect(await sendFrom(world, fan, creator, { content: `${content}zy` })).toMatchObject({ status: "DELIVERED" });
    expect(await sendFrom(world, fan, world.aCreator(), { content: `${content}xy` })).toMatchObject({ status: "DELIVERED" });
    expect(await sendFrom(world, world.aFan(), creator, { content: `${content}xy` })).toMatchObject({ status: "DELIVERED" });
  });

  it("MSG-23 the window comes from the settings and ends", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    world.setConfig({ "dm.free_per_creator_daily": 10, "messaging.duplicate_window_seconds": 1 });
    await sendFrom(world, fan, creator, { content: "again" });
    await expect(sendFrom(world, fan, creator, { content: "again" })).rejects.toMatchObject(key("duplicate"));
    world.runtime.clock.advance(1_000);
    expect(await sendFrom(world, fan, creator, { content: "again" })).toMatchObject({ status: "DELIVERED" });
    world.setConfig({ "messaging.duplicate_window_seconds": 60 });
  });

  it("MSG-30 a text that was refused later is no duplicate", async () => {
    const [poor, creator] = [world.aFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
    const attempt = () => sendFrom(world, poor, creator, { ...PAID, content: "the same" });
    await expect(attempt()).rejects.toMatchObject({ key: "payment.escrow.wallet_unavailable" });
    await world.fund(poor, "5.00");
    expect(await attempt()).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-50 the guard that a crash has left does not stand in the way of the same request, nor for long of another", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    const leave = async (content: string, idempotencyKey?: string) => {
      // What SIGKILL between guard and commit leaves: a guard whose message does not exist.
      await sendFrom(world, fan, creator, { content, ...(idempotencyKey && { idempotencyKey }) });
      await world.connection.collection("messages").deleteOne({ senderId: fan });
    };
    world.setConfig({ "dm.free_per_creator_daily": 10 });
    await leave("first", "key-1");
    expect(await sendFrom(world, fan, creator, { content: "first", idempotencyKey: "key-1" })).toMatchObject({ status: "DELIVERED" });
    await world.connection.collection("messages").deleteOne({ senderId: fan });
    await leave("second");
    await expect(sendFrom(world, fan, creator, { content: "second" })).rejects.toMatchObject(key("duplicate"));
    world.runtime.clock.advance(20_000);
    expect(await sendFrom(world, fan, creator, { content: "second" })).toMatchObject({ status: "DELIVERED" });
  });
});

describe("POST /messages › free messages of a day", () => {
  beforeAll(() => world.setConfig({ "dm.free_daily_limit": 5, "dm.free_per_creator_daily": 1 }));

  it("MSG-24 MSG-67 the sixth of a UTC day is refused, and says when the next are free", async () => {
    const fan = world.aFan();
    for (let sent = 0; sent < 5; sent += 1) await sendFrom(world, fan, world.aCreator());
    const resetsAt = new Date(Math.ceil(world.runtime.clock.now().getTime() / DAY) * DAY).toISOString();
    await expect(sendFrom(world, fan, world.aCreator())).rejects.toMatchObject({
      ...key("free_dm_daily_limit"),
      vars: { limit: 5, resetsAt },
    });
  });

  it("MSG-25 the second to the same creator is refused; MSG-26 the daily limit comes first", async () => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    await sendFrom(world, fan, creator);
    await expect(sendFrom(world, fan, creator)).rejects.toMatchObject(key("free_dm_per_creator_limit"));
    for (let sent = 0; sent < 4; sent += 1) await sendFrom(world, fan, world.aCreator());
    await expect(sendFrom(world, fan, creator)).rejects.toMatchObject(key("free_dm_daily_limit"));
  });

  it("MSG-27 counters are fresh at UTC midnight, not 24 hours later", async () => {
    const { clock } = world.runtime;
    const [fan, creator] = [world.aFan(), world.aCreator()];
    const midnight = Math.ceil(clock.now().getTime() / DAY) * DAY;
    clock.set(new Date(midnight - HOUR / 60));
    await sendFrom(world, fan, creator);
    await expect(sendFrom(world, fan, creator)).rejects.toMatchObject(key("free_dm_per_creator_limit"));
    clock.set(new Date(midnight));
    expect(await sendFrom(world, fan, creator)).toMatchObject({ status: "DELIVERED" });
    clock.reset();
  });

  it("MSG-28 limits come from the settings at once", async () => {
    world.setConfig({ "dm.free_daily_limit": 2, "dm.free_per_creator_daily": 3 });
    const [fan, creator] = [world.aFan(), world.aCreator()];
    await sendFrom(world, fan, creator);
    await sendFrom(world, fan, creator);
    await expect(sendFrom(world, fan, creator)).rejects.toMatchObject(key("free_dm_daily_limit"));
    world.setConfig({ "dm.free_daily_limit": 5, "dm.free_per_creator_daily": 1 });
  });

  it("MSG-29 nobody can count: free messages are refused, paid ones are not", async () => {
    countersDown = true;
    await expect(sendFrom(world, world.aFan(), world.aCreator())).rejects.toMatchObject(key("service_unavailable"));
    const creator = world.aCreator({ dmType: "SINGLE_PAY" });
    expect(await sendFrom(world, await aRichFan(), creator, PAID)).toMatchObject({ status: "ESCROWED" });
    countersDown = false;
  });

  it.each(["messaging.send.quota", "messaging.send.commit"])("MSG-30 a send that fails at %s does not count", async (point) => {
    const [fan, creator] = [world.aFan(), world.aCreator()];
    world.runtime.faults.arm({ point, mode: "error", times: 1 });
    await expect(sendFrom(world, fan, creator)).rejects.toThrow(`fault injected at ${point}`);
    expect(await world.documents("messages", { senderId: fan })).toEqual([]);
    expect(await sendFrom(world, fan, creator)).toMatchObject({ status: "DELIVERED" });
  });

  it("MSG-24 E8 counters that lost their data are counted again from the messages", async () => {
    const own = await messagingWorld();
    const fan = own.aFan();
    for (let sent = 0; sent < 5; sent += 1) await sendFrom(own, fan, own.aCreator());
    // The same database, fresh counters.
    const { databasePrefix } = own.runtime.env;
    const again = await messagingWorld({}, { databasePrefix });
    again.aFan();
    again.change(fan, {}, { found: true, status: "ACTIVE", emailVerified: true });
    await expect(sendFrom(again, fan, again.aCreator())).rejects.toMatchObject(key("free_dm_daily_limit"));
    await again.stop();
    await own.stop();
  });
});

describe("POST /messages › paid messages", () => {
  it("MSG-32 below the package price, also nothing at all", async () => {
    const [fan, creator] = [await aRichFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
    for (const price of ["4.99", "0"]) {
      await expect(sendFrom(world, fan, creator, { ...PAID, price })).rejects.toMatchObject({
        ...key("price_below_minimum"),
        vars: { minimum: "5.00" },
      });
    }
    const unpriced = world.aCreator({ dmType: "SINGLE_PAY", packagePrice: null });
    await expect(sendFrom(world, fan, unpriced, { ...PAID, price: "0.00" })).rejects.toMatchObject(key("price_below_minimum"));
    expect(await sendFrom(world, fan, creator, PAID)).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-34 a second one while the first is open; allowed again after its end", async () => {
    const [fan, creator] = [await aRichFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
    const { messageId } = await sendFrom(world, fan, creator, PAID);
    await expect(sendFrom(world, fan, creator, PAID)).rejects.toMatchObject(key("pending_paid_exists"));
    // Neither somebody else's to this creator, nor one to another creator, is in the way.
    expect(await sendFrom(world, await aRichFan(), creator, PAID)).toMatchObject({ status: "ESCROWED" });
    expect(await sendFrom(world, fan, world.aCreator({ dmType: "SINGLE_PAY" }), PAID)).toMatchObject({ status: "ESCROWED" });
    await world.as(creator)(replyToMessage, { messageId, content: "thanks" });
    expect(await sendFrom(world, fan, creator, PAID)).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-36 no wallet, or a frozen one", async () => {
    const creator = world.aCreator({ dmType: "SINGLE_PAY" });
    const unavailable = { key: "payment.escrow.wallet_unavailable" };
    await expect(sendFrom(world, world.aFan(), creator, PAID)).rejects.toMatchObject(unavailable);
    const fan = await aRichFan();
    await world.freeze(fan, true);
    await expect(sendFrom(world, fan, creator, PAID)).rejects.toMatchObject(unavailable);
    await world.freeze(fan, false);
    expect(await sendFrom(world, fan, creator, PAID)).toMatchObject({ status: "ESCROWED" });
  });

  it("MSG-37 less than the price; exactly the price is enough", async () => {
    const creator = world.aCreator({ dmType: "SINGLE_PAY" });
    const [poor, exact] = [await aRichFan("4.99"), await aRichFan("5.00")];
    await expect(sendFrom(world, poor, creator, PAID)).rejects.toMatchObject({ key: "payment.escrow.insufficient_balance" });
    expect(await sendFrom(world, exact, creator, PAID)).toMatchObject({ status: "ESCROWED" });
    expect(await world.balance(exact)).toBe("0.00");
  });

  it.each(["messaging.send.escrow", "messaging.send.commit", "wallet.hold.debited"])(
    "MSG-49 MSG-50 a failure at %s leaves nothing; an older session stays",
    async (point) => {
      const [fan, creator] = [await aRichFan(), world.aCreator({ dmType: "SINGLE_PAY" })];
      const fail = async () => {
        world.runtime.faults.arm({ point, mode: "error", times: 1 });
        await expect(sendFrom(world, fan, creator, PAID)).rejects.toThrow(`fault injected at ${point}`);
      };
      await fail();
      for (const name of ["messages", "chat_sessions"]) expect(await world.documents(name, { visibleTo: fan })).toEqual([]);
      expect(await world.balance(fan)).toBe("100.00");
      const { messageId } = await sendFrom(world, fan, creator, PAID);
      await world.as(creator)(replyToMessage, { messageId, content: "thanks" });
      await fail();
      expect(await world.documents("messages", { senderId: fan })).toHaveLength(1);
      expect(await world.documents("chat_sessions", { visibleTo: fan })).toHaveLength(1);
      expect(await world.checkBooks()).toEqual([]);
    },
  );
});
