import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { confirmTopUp, createTopUp, getTopUp, getWallet, listTopUps, receivePaymentCallback } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { type Callback, CheckoutServer, LIVE_SECRET, TRIAL_SECRET } from "../providers/checkout-server/server.ts";
import { PRIVATE_ADDRESSES } from "../providers/host.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let server: CheckoutServer;
const logged: string[] = [];
const answers: unknown[] = [];

beforeAll(async () => {
  server = await CheckoutServer.start();
  world = await walletWorld({
    env: { configOverrides: new Map(Object.entries(PRIVATE_ADDRESSES)) },
    runtime: { logger: pino({ level: "trace" }, { write: (line) => logged.push(line) }) },
  });
  world.configure({ ...server.settings, "site.public_host": "https://creators.example.org" });
});
afterAll(async () => {
  await world.stop();
  await server.close();
});

const noted = async <T>(answer: Promise<T>): Promise<T> => {
  const value = await answer.catch((error: unknown) => error as T);
  answers.push(value, String(value));
  return answer;
};
const start = (userId: string, idempotencyKey: string) => noted(world.as(userId)(createTopUp, { amount: "12.50", idempotencyKey }));
const sessionsOf = (topupId: string) => server.all("checkout.session").filter(({ client_reference_id: id }) => id === topupId);

describe("a top-up over a real provider", () => {
  it("PMT-11 one idempotency key opens one page at the provider, also when its answers are lost or ten requests race", async () => {
    const [userId, key] = [uuid(), uuid()];
    server.misbehave("LOST", /POST .*sessions/, 1);
    expect(await outcomeOf(start(userId, key))).toBe("payment.topup.provider_unavailable");
    const racing = await Promise.all(Array.from({ length: 10 }, () => start(userId, key)));
    const [{ topupId, action } = await start(userId, key)] = racing;
    expect(new Set(racing.map((each) => each.topupId)).size).toBe(1);
    expect(sessionsOf(topupId)).toMatchObject([{ amount_total: 1_250, currency: "eur", url: action?.value }]);
    expect((await world.as(userId)(getTopUp, { topupId })).action).toEqual(action);
  });

  it("PMT-11 names the vendor in no answer and in no line of the log", async () => {
    const userId = uuid();
    const { topupId } = await start(userId, uuid());
    const [session] = sessionsOf(topupId);
    server.misbehave("DOWN", /GET .*sessions/, 1);
    await outcomeOf(noted(world.as(userId)(confirmTopUp, { topupId })));
    server.misbehave("GARBAGE", /POST .*sessions/, 1);
    await outcomeOf(start(userId, uuid()));
    server.pay(session?.id ?? "");
    expect(await noted(world.as(userId)(confirmTopUp, { topupId }))).toMatchObject({ status: "SUCCEEDED" });
    await noted(world.as(userId)(getTopUp, { topupId }));
    await noted(world.as(userId)(listTopUps, {}));
    expect(await noted(world.as(userId)(getWallet, {}))).toMatchObject({ balance: "12.50" });
    expect(JSON.stringify([answers, logged])).not.toMatch(/stripe/i);
  });

  const callBack = ({ body, headers }: Callback) => {
    const signatures = { "stripe-signature": headers["stripe-signature"] ?? "" };
    return world.as(uuid())(receivePaymentCallback, { slot: "checkout", body: Buffer.from(body).toString("base64"), signatures });
  };
  const stateOf = async (userId: string, topupId: string) => {
    const [{ status }, { balance }] = [await world.as(userId)(getTopUp, { topupId }), await world.as(userId)(getWallet, {})];
    return [status, balance];
  };

  it("PMT-12 a signed callback credits once what the provider says was paid, however often and late it comes", async () => {
    const userId = uuid();
    const { topupId } = await start(userId, uuid());
    const [session] = sessionsOf(topupId);
    server.takeCallbacks();
    // Signed, but nothing was paid: the body is a hint.
    const early = { id: "evt_early", type: "checkout.session.completed", data: { object: { ...session, payment_status: "paid" } } };
    await callBack(server.sign(JSON.stringify(early)));
    expect(await stateOf(userId, topupId)).toEqual(["PENDING", "0.00"]);
    server.pay(session?.id ?? "");
    const callbacks = server.takeCallbacks();
    const forged = callbacks.map(({ body }) => server.sign(body, { secret: "another secret" }));
    for (const callback of forged) expect(await outcomeOf(callBack(callback))).toBe("payment.callback.error.signature");
    expect(await stateOf(userId, topupId)).toEqual(["PENDING", "0.00"]);
    await Promise.all([...callbacks, ...callbacks, ...callbacks].map(callBack));
    expect(await stateOf(userId, topupId)).toEqual(["SUCCEEDED", "12.50"]);
  });

  it("PMT-12 a payment whose callback and start were lost is found in the list of events", async () => {
    const userId = uuid();
    const key = uuid();
    server.misbehave("LOST", /POST .*sessions/, 1);
    expect(await outcomeOf(start(userId, key))).toBe("payment.topup.provider_unavailable");
    const [row] = await world.documents("topups", { userId });
    const topupId = String(row?._id);
    server.pay(sessionsOf(topupId)[0]?.id ?? "");
    server.takeCallbacks();
    await world.runtime.jobs.runNow("wallet.catch-up-events");
    expect(await stateOf(userId, topupId)).toEqual(["SUCCEEDED", "12.50"]);
  });

  it("PMT-21 a change that cannot be read keeps no other one of its page waiting, nor those of the pages after it", async () => {
    const userId = uuid();
    const begun: { topupId: string }[] = [];
    const paid = async () => {
      const one = await start(userId, uuid());
      begun.push(one);
      server.pay(sessionsOf(one.topupId)[0]?.id ?? "");
    };
    await world.runtime.jobs.runNow("wallet.catch-up-events");
    await paid();
    await paid();
    const [event] = server
      .all("event")
      .filter(({ type }) => type === "checkout.session.completed")
      .slice(-2);
    const about = event?.data as { object: object } | undefined;
    Object.assign(about?.object ?? {}, { id: "two words" });
    await world.runtime.jobs.runNow("wallet.catch-up-events");
    await paid();
    await world.runtime.jobs.runNow("wallet.catch-up-events");
    const states = await Promise.all(begun.map(({ topupId }) => stateOf(userId, topupId)));
    expect(states.map(([status]) => status)).toEqual(["PENDING", "SUCCEEDED", "SUCCEEDED"]);
    expect(await world.documents("payment_events", { subject: "UNREADABLE" })).toMatchObject([
      { _id: `checkout:${event?.id}`, status: "DONE" },
    ]);
  });

  it("PMT-12 in production with a secret for trials the slot is off, and a top-up is refused", async () => {
    const production = await walletWorld({
      env: { configOverrides: new Map(Object.entries(PRIVATE_ADDRESSES)) },
      deps: (live) => ({ ...live, payment: paymentSlot({ ...live, env: { production: true } }, { sandbox: live.sandbox.provider }) }),
    });
    const refusal = async (secret: string) => {
      production.configure({ ...server.settings, "provider.payment_secret": secret });
      return outcomeOf(production.as(uuid())(createTopUp, { amount: "5.00", idempotencyKey: uuid() }));
    };
    const before = server.seen.length;
    expect(await refusal(TRIAL_SECRET)).toBe("payment.topup.provider_unavailable");
    expect(server.seen.length).toBe(before);
    await refusal(LIVE_SECRET);
    expect(server.seen.length).toBe(before + 1);
    await production.stop();
  });
});
