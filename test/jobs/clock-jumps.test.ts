import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { DAY, HOUR, MINUTE, SECOND, shiftableClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outboxRows } from "#libs/platform/events/outbox-rows.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { gdprRequestStore } from "#services/account/data/gdpr-request.store.ts";
import { heartbeatStore } from "#services/config/data/heartbeat.store.ts";
import { upgradeSagaStore } from "#services/creator/data/upgrade-saga.store.ts";
import { finishUpgrades } from "#services/creator/upgrade/finish-upgrades.ts";
import { closingStore } from "#services/messaging/messages/data/closing.store.ts";
import { textGuardStore } from "#services/messaging/messages/data/text-guard.store.ts";
import { closeMessagesOfBannedUsers } from "#services/messaging/messages/ending/close-messages.ts";
import { claimText } from "#services/messaging/messages/send/text-claim.ts";
import { payoutStore } from "#services/messaging/wallet/data/payout.store.ts";
import { payoutMoves } from "#services/messaging/wallet/domain/payout.ts";
import { dispatchStore } from "#services/notification/data/dispatch.store.ts";
import { deliveryStore } from "#services/webhook/data/delivery.store.ts";
import { deliveryQueue } from "#services/webhook/data/delivery-queue.store.ts";
import { newDelivery } from "#services/webhook/deliveries/new-delivery.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";

/** Work that a process leases for a limited time. */
interface LeasedWork {
  /** A process claims the work and dies. */
  claim(): Promise<unknown>;
  /** Another process tries to claim the work later. Resolves to whether it succeeded. */
  claimAfterCrash(): Promise<boolean>;
}

interface LeasedKind {
  readonly name: string;
  readonly leaseMs: number;
  open(): Promise<LeasedWork>;
}

const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const logger = pino({ level: "silent" });
const clock = shiftableClock();
let runtime: TestRuntime;
beforeAll(() => {
  runtime = createTestRuntime();
  clock.stop();
});
afterAll(() => disposeRuntime(runtime, [...opened]));

const opened = new Set<string>();
/** Each test has a database of its own, so it does not find the work of another test. */
function newDatabase(): Database {
  const name = `jumps_${opened.size}`;
  opened.add(name);
  return runtime.database(name);
}
const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
/** Work that is claimed in the same way before and after the crash. */
const claimedBy = (claim: () => Promise<unknown>): LeasedWork => ({ claim, claimAfterCrash: async () => Boolean(await claim()) });

const outboxRow: LeasedKind = {
  name: "a fact in the outbox",
  leaseMs: 3 * SECOND,
  async open() {
    const database = newDatabase();
    const rows = outboxRows(database);
    const row = { _id: uuid(), event: "test.event", payload: {}, requestId: null, source: "test" };
    await database.transaction((tx) => rows.insert(tx, { ...row, createdAt: LONG_AGO, claimedUntil: LONG_AGO }));
    return claimedBy(async () => (await rows.claim(clock.now(), after(this.leaseMs), 10)).length > 0);
  },
};

const webhookDelivery: LeasedKind = {
  name: "a webhook delivery",
  leaseMs: 40 * SECOND,
  async open() {
    const database = newDatabase();
    const queue = deliveryQueue(database);
    const delivery = newDelivery("endpoint", { eventId: uuid(), kind: "message.sent", subjects: [], body: "{}" }, LONG_AGO);
    await deliveryStore(database).insert([delivery]);
    return claimedBy(async () => {
      const allowed = await queue.hasDue("endpoint", clock.now(), after(this.leaseMs));
      const claimed = await queue.claim("endpoint", clock.now(), { leaseId: uuid(), until: after(this.leaseMs) });
      expect(claimed !== null).toBe(allowed);
      return claimed;
    });
  },
};

const dispatch: LeasedKind = {
  name: "a mail of a notification",
  leaseMs: 5 * MINUTE,
  async open() {
    const database = newDatabase();
    const dispatches = dispatchStore(database);
    const event = { kind: "NOTICE", eventId: uuid(), userId: uuid(), eventKey: "level_changed", channel: "EMAIL" } as const;
    await database.transaction((tx) =>
      dispatches.insertOnce(tx, { ...event, happenedAt: LONG_AGO, nextAt: LONG_AGO, createdAt: LONG_AGO }),
    );
    return claimedBy(async () => (await dispatches.claim(clock.now(), after(this.leaseMs), 10)).length > 0);
  },
};

const gdprRequest = (type: "DELETION" | "EXPORT", leaseMs: number): LeasedKind => ({
  name: `the ${type.toLowerCase()} of a user`,
  leaseMs,
  async open() {
    const database = newDatabase();
    const requests = gdprRequestStore(database);
    await database.transaction((tx) => requests.insert(tx, { userId: uuid(), type, createdAt: LONG_AGO, scheduledAt: LONG_AGO }));
    return claimedBy(() => requests.claimDue(type, clock.now(), after(leaseMs)));
  },
});

const sweep: LeasedKind = {
  name: "the sweep after a deletion",
  leaseMs: 5 * MINUTE,
  async open() {
    const database = newDatabase();
    const requests = gdprRequestStore(database);
    const { transaction } = database;
    const times = { createdAt: LONG_AGO, scheduledAt: LONG_AGO };
    const request = await transaction((tx) => requests.insert(tx, { userId: uuid(), type: "DELETION", ...times }));
    const claimed = await requests.claimDue("DELETION", clock.now(), clock.now());
    expect(claimed?._id).toBe(request._id);
    if (!claimed) throw new Error("the deletion was not claimed");
    await transaction((tx) => requests.end(tx, claimed, { status: "COMPLETED", endedAt: LONG_AGO, sweepAt: LONG_AGO }));
    return claimedBy(() => requests.claimSweep(clock.now(), after(30 * SECOND), after(this.leaseMs)));
  },
};

const payout: LeasedKind = {
  name: "a payout at its provider",
  leaseMs: 15 * SECOND,
  async open() {
    const database = newDatabase();
    const payouts = payoutStore(database, clock);
    const owner = { userId: uuid(), creatorId: uuid(), idempotencyKey: uuid(), amount: 100n };
    const draft = { _id: uuid(), ...owner, methodId: uuid(), methodKind: "BANK", methodLabel: "Bank" };
    await database.transaction((tx) => payouts.insert(tx, draft));
    return {
      claim: () => database.transaction((tx) => payouts.move(tx, draft._id, payoutMoves.approve)),
      async claimAfterCrash() {
        const [unfinished] = await payouts.listUnfinished(after(-15 * SECOND), clock.now(), 10);
        return unfinished !== undefined && payouts.claim(unfinished, true);
      },
    };
  },
};

/** @param finish the step of the saga after which the process dies */
const upgrade = (name: string, leaseMs: number, finish: boolean): LeasedKind => ({
  name,
  leaseMs,
  async open() {
    const database = newDatabase();
    const sagas = upgradeSagaStore(database);
    const saga = { _id: uuid(), userId: uuid() };
    let calls = 0;
    const call = async () => {
      calls += 1;
    };
    const deps = { clock, sagas, logger, services: { call } } as unknown as Parameters<typeof finishUpgrades>[0];
    return {
      async claim() {
        await sagas.insert(saga, clock.now());
        if (finish) await database.transaction((tx) => sagas.complete(tx, saga._id, uuid(), clock.now()));
      },
      async claimAfterCrash() {
        await finishUpgrades(deps);
        return calls > 0;
      },
    };
  },
});

const closing: LeasedKind = {
  name: "the closing of a banned user's messages",
  leaseMs: MINUTE,
  async open() {
    const database = newDatabase();
    const closings = closingStore(database);
    const messages = { listOpenIds: async () => [] };
    const deps = { clock, closings, messages, logger, config: { read: () => 10 } };
    return {
      claim: () => database.transaction((tx) => closings.upsert(tx, { userId: "banned", reason: "USER_BANNED", requestedAt: clock.now() })),
      async claimAfterCrash() {
        await closeMessagesOfBannedUsers(deps as unknown as Parameters<typeof closeMessagesOfBannedUsers>[0]);
        return (await closings.list(1)).length === 0;
      },
    };
  },
};

const messageText: LeasedKind = {
  name: "the text of a message that was never stored",
  leaseMs: 15 * SECOND,
  async open() {
    const deps = { textGuards: textGuardStore(newDatabase()), messages: { exists: async () => false } };
    const claim = () => {
      const guard = { fingerprint: "text", messageId: uuid(), attempt: null, now: clock.now(), windowMs: HOUR };
      return claimText(deps as unknown as Parameters<typeof claimText>[0], guard);
    };
    return {
      claim,
      claimAfterCrash: () =>
        claim().then(
          () => true,
          () => false,
        ),
    };
  },
};

const heartbeat: LeasedKind = {
  name: "the heartbeat of a minute",
  leaseMs: MINUTE,
  async open() {
    const heartbeats = heartbeatStore(newDatabase());
    await heartbeats.prepare();
    return claimedBy(async () => (await heartbeats.isDue(clock.now())) && heartbeats.claim(clock.now()));
  },
};

const KINDS: readonly LeasedKind[] = [
  outboxRow,
  webhookDelivery,
  dispatch,
  gdprRequest("DELETION", 30 * SECOND),
  gdprRequest("EXPORT", MINUTE),
  sweep,
  payout,
  upgrade("an upgrade under way", 15 * SECOND, false),
  upgrade("an upgrade that is not settled", 2 * SECOND, true),
  closing,
  messageText,
  heartbeat,
];

const JUMPS = [
  ["no jump", 0],
  ["a second", SECOND],
  ["an hour", HOUR],
  ["a day", DAY],
  ["minus a second", -SECOND],
  ["minus an hour", -HOUR],
  ["minus a day", -DAY],
] as const;

describe.each(KINDS.map((kind) => [kind.name, kind] as const))("the lease of %s", (_name, kind) => {
  it.each(JUMPS)("E20 the lease ends on time after a clock that was off by %s was set right", async (_jump, jumpMs) => {
    const work = await kind.open();
    clock.advance(jumpMs);
    await work.claim();
    clock.advance(-jumpMs);
    // The slow clock has shortened the lease.
    if (jumpMs === 0 || jumpMs === SECOND) expect(await work.claimAfterCrash()).toBe(false);
    clock.advance(kind.leaseMs + 2 * SECOND);
    expect(await work.claimAfterCrash()).toBe(true);
  });
});
