import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Errors } from "moleculer";
import {
  appealModeration,
  createModerationRule,
  decideAppeal,
  decideModeration,
  rejectMessage,
  replyToMessage,
  sendMessage,
} from "#libs/contracts/messaging/index.ts";
import {
  approveAdjustment,
  approvePayout,
  confirmTopUp,
  createPayoutMethod,
  createTopUp,
  failPayout,
  getTrialBalance,
  proposeAdjustment,
  requestPayout,
  setWalletFrozen,
} from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Actor, actAs } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { searchSize } from "../support/search-size.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";
import { checkMessages } from "./check-messages.ts";

const SEED = Number(process.env.RUN_SEED ?? 20_261_121);
const OPERATIONS = searchSize(600, 2_400);
const CONCURRENCY = 12;
const FANS = 8;
const PRICES = { SINGLE_PAY: "5.00", PER_MESSAGE: "2.35" } as const;

let system: TestSystem;
let cast: Cast;

interface Creator {
  readonly actor: Actor;
  /** Payout method of the creator. */
  readonly methodId: string;
  readonly dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
}

interface Sent {
  readonly messageId: string;
  readonly fan: Actor;
  readonly creator: Actor;
}

interface Cast {
  readonly fans: readonly Actor[];
  readonly creators: readonly Creator[];
  readonly admin: Actor;
  readonly secondAdmin: Actor;
  /** The sent messages with their parties. */
  readonly sent: Sent[];
  readonly payouts: string[];
}

beforeAll(async () => {
  system = await startTestSystem({
    configOverrides: new Map([
      ["CONFIG_DM_FREE_DAILY_LIMIT", "1000"],
      ["CONFIG_PAYMENT_MIN_PAYOUT", "1"],
    ]),
  });
  const { broker, runtime } = system;
  const [people, singles, perMessage, free] = await Promise.all([
    Promise.all(Array.from({ length: FANS }, () => system.newFan("0"))),
    Promise.all([1, 2].map(() => system.newCreator({ dmType: "SINGLE_PAY", price: PRICES.SINGLE_PAY }))),
    system.newCreator({ dmType: "PER_MESSAGE", price: PRICES.PER_MESSAGE }),
    system.newCreator({ dmType: "FREE" }),
  ]);
  await runtime
    .database("creator")
    .connection.collection("creator_profiles")
    .updateMany({}, { $set: { kycStatus: "APPROVED" } });
  const creator = async (userId: string, dmType: Creator["dmType"]): Promise<Creator> => {
    const actor = actAs(broker, runtime, { userId });
    return { actor, dmType, ...(await actor.call(createPayoutMethod, { kind: "BANK_ACCOUNT", label: "a bank" })) };
  };
  cast = {
    fans: people.map(({ userId }) => actAs(broker, runtime, { userId })),
    creators: await Promise.all([
      ...singles.map(({ userId }) => creator(userId, "SINGLE_PAY")),
      creator(perMessage.userId, "PER_MESSAGE"),
      creator(free.userId, "FREE"),
    ]),
    admin: actAs(broker, runtime, { roles: ["SUPER_ADMIN"] }),
    secondAdmin: actAs(broker, runtime, { roles: ["SUPER_ADMIN"] }),
    sent: [],
    payouts: [],
  };
  await cast.admin.call(createModerationRule, { name: "a word", pattern: "forbidden" });
});

afterAll(() => system.stop());

type Operation = (random: Random) => Promise<unknown>;

async function send(random: Random): Promise<void> {
  const creator = random.pick(cast.creators);
  const text = `${random.below(12) === 0 ? "forbidden " : ""}text ${random.below(200)}`;
  const fan = random.pick(cast.fans);
  const price = creator.dmType === "FREE" ? {} : { price: random.pick([PRICES[creator.dmType], "7.77", "0.01"]) };
  const params = { receiverId: creator.actor.userId, content: text, dmType: creator.dmType, timeoutHours: 1 + random.below(4), ...price };
  const { messageId } = await fan.call(sendMessage, params);
  cast.sent.push({ messageId, fan, creator: creator.actor });
}

async function topUp(random: Random): Promise<void> {
  const fan = random.pick(cast.fans);
  const { topupId } = await fan.call(createTopUp, { amount: random.pick(["10.00", "3.33", "25.01"]), idempotencyKey: uuid() });
  await Promise.all(Array.from({ length: 1 + random.below(3) }, () => fan.call(confirmTopUp, { topupId })));
}

function onRecentMessage(operate: (message: Sent, random: Random) => Promise<unknown>): Operation {
  return async (random) => {
    const recent = cast.sent.slice(-20);
    if (recent.length > 0) await operate(random.pick(recent), random);
  };
}

const reply = onRecentMessage(({ messageId, creator }) => creator.call(replyToMessage, { messageId, content: "an answer" }));
const reject = onRecentMessage(({ messageId, creator }) => creator.call(rejectMessage, { messageId }));
const decide = onRecentMessage(({ messageId }, random) =>
  cast.admin.call(decideModeration, { messageId, decision: random.pick(["APPROVE", "REJECT"] as const), reason: "a reason" }),
);
const appeal = onRecentMessage(async ({ messageId, fan }, random) => {
  const { appealId } = await fan.call(appealModeration, { messageId, reason: "a reason" });
  const decision = random.pick(["UPHELD", "REVERSED"] as const);
  await cast.secondAdmin.call(decideAppeal, { appealId, decision, reason: "a reason" });
});
const requestAPayout: Operation = async (random) => {
  const { actor, methodId } = random.pick(cast.creators);
  const amount = random.pick(["1.00", "4.01", "10.00"]);
  cast.payouts.push((await actor.call(requestPayout, { amount, methodId, idempotencyKey: uuid() })).payoutId);
};
const decidePayout: Operation = async (random) => {
  const recent = cast.payouts.slice(-5);
  if (recent.length === 0) return;
  const payoutId = random.pick(recent);
  if (random.below(3) === 0) await cast.admin.call(failPayout, { payoutId, reason: "a reason" });
  else await cast.admin.call(approvePayout, { payoutId });
};
const adjust: Operation = async (random) => {
  const { userId } = random.pick(cast.fans);
  const amount = random.pick(["0.50", "-0.75", "-2.00"]);
  const { adjustmentId } = await cast.admin.call(proposeAdjustment, { userId, amount, reason: "a reason" });
  await Promise.all([1, 2].map(() => cast.secondAdmin.call(approveAdjustment, { adjustmentId })));
};
const expire: Operation = () => system.runtime.jobs.runNow("messaging.expire-messages");
const passTime: Operation = async (random) => system.runtime.clock.advance(random.below(HOUR / 4));
const freeze: Operation = async (random) => {
  const { userId } = random.pick(cast.fans);
  await cast.admin.call(setWalletFrozen, { userId, frozen: random.below(4) === 0, reason: "a reason" });
};

/** An operation is picked in proportion to its number of entries here. */
const OPERATIONS_BY_WEIGHT: readonly Operation[] = [
  ...Array.from({ length: 9 }, () => send),
  ...Array.from({ length: 4 }, () => topUp),
  ...Array.from({ length: 5 }, () => reply),
  ...Array.from({ length: 2 }, () => reject),
  ...Array.from({ length: 2 }, () => decide),
  ...Array.from({ length: 2 }, () => requestAPayout),
  ...Array.from({ length: 2 }, () => decidePayout),
  appeal,
  adjust,
  expire,
  passTime,
  freeze,
];

describe("a seeded random run of messages, payments and payouts", () => {
  it(`M1 M2 M3 M4 M5 M6 M7 M8 M9 REP-15 keeps all invariants after ${OPERATIONS} concurrent operations (seed ${SEED})`, async () => {
    const random = seededRandom(SEED);
    const unexpectedErrors: string[] = [];
    let timeouts = 0;
    let started = 0;
    const worker = async () => {
      while (started < OPERATIONS) {
        started += 1;
        await random
          .pick(OPERATIONS_BY_WEIGHT)(random)
          .catch((error: unknown) => {
            // The outcome of a call that timed out is unknown; the invariants must hold for either.
            if (error instanceof Errors.RequestTimeoutError) timeouts += 1;
            else if (!(error instanceof AppError)) unexpectedErrors.push(String(error));
          });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));

    expect(unexpectedErrors).toEqual([]);
    expect(timeouts).toBeLessThan(OPERATIONS / 100);
    expect(cast.sent.length).toBeGreaterThan(OPERATIONS / 20);
    expect(cast.payouts.length).toBeGreaterThan(OPERATIONS / 200);
    await eventually(async () => expect(await checkMessages(system.runtime.database("messaging").connection)).toEqual([]));
    expect(await cast.admin.call(getTrialBalance, {})).toMatchObject({ total: "0.00" });
  });
});
