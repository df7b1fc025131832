import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { confirmTopUp, createTopUp, getTopUp, getWallet, listTopUps } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { CheckoutServer } from "../providers/checkout-server/server.ts";
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
    const [topUp] = racing;
    expect(new Set(racing.map(({ topupId }) => topupId)).size).toBe(1);
    expect(sessionsOf(topUp?.topupId ?? "")).toMatchObject([{ amount_total: 1_250, currency: "eur" }]);
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
});
