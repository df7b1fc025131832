import type { ServiceBroker } from "moleculer";
import type { Connection } from "mongoose";
import { call } from "#libs/contract-kit/call.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { getUserSummaries, listStaffIds, sharesDevice, UNKNOWN_USER } from "#libs/contracts/account/internal.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { closeOpenMessages } from "#libs/contracts/messaging/index.ts";
import { confirmTopUp, createPayoutMethod, createTopUp } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Money, parseMoney } from "#libs/kernel/money.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { Transaction, Tx } from "#libs/platform/mongo/transaction.ts";
import { InsertRefused, openWorkingSet, type WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import { escrowOf } from "#services/messaging/wallet/data/escrow.store.ts";
import { walletOf } from "#services/messaging/wallet/data/wallet.store.ts";
import { type Deps, liveDeps } from "#services/messaging/wallet/deps.ts";
import type { Hold } from "#services/messaging/wallet/domain/escrow.ts";
import type { PriceSplit } from "#services/messaging/wallet/domain/ledger.ts";
import { credit, freeze, type Wallet } from "#services/messaging/wallet/domain/wallet.ts";
import { createEscrowDesk, type EscrowDesk, holdNeeds, releaseNeeds } from "#services/messaging/wallet/escrow/escrow-desk.ts";
import { walletServiceOver } from "#services/messaging/wallet/wallet.service.ts";
import { createTestRuntime, disposeRuntime, type TestParts, type TestRuntime } from "../support/runtime.ts";
import { sealedCalls } from "../support/sealed-call.ts";
import { storedDocuments } from "../support/stored-documents.ts";
import { actionStub } from "../support/stub-service.ts";

/** Who may read the books. */
export const STAFF = [uuid(), uuid()];

/** Calls actions as a signed-in user. */
export type Api = <Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>) => Promise<Return>;

type Answer<C> = C extends ActionContract<unknown, unknown, infer Return> ? Return : never;
export type Standing = NonNullable<Answer<typeof getPayoutStanding>>;

export interface EarningCreator {
  readonly userId: string;
  readonly creatorId: string;
  readonly methodId: string;
}

export interface WalletWorld {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly connection: Connection;
  readonly deps: Deps;
  readonly transaction: Transaction;
  readonly desk: TestDesk;
  as(userId: string, roles?: readonly string[]): Api;
  /** A new user with a topped-up wallet. Returns the user id. */
  newFan(balance: string): Promise<string>;
  topUp(userId: string, amount: string): Promise<void>;
  /** Holds a price in its own transaction. Returns the message id. */
  hold(fanId: string, price: string, options?: { readonly creatorUserId?: string; readonly commissionRate?: number }): Promise<string>;
  /** A verified creator with earnings and a payout method. */
  newCreator(earned: string, standing?: Partial<Standing>): Promise<EarningCreator>;
  /** Sets the answer of the creator service for a user; null: the user is not a creator. */
  setStanding(userId: string, standing: (Omit<Standing, "userStatus"> & Partial<Standing>) | null): void;
  /** The address of a user was never verified. */
  setUnverified(userId: string): void;
  /** A fan and a creator have signed in on one device. */
  setSharing(fanId: string, creatorUserId: string): void;
  /** Switches a system off, or on again. */
  switchOff(system: KillSwitch, active: boolean): void;
  configure(values: Readonly<Record<string, unknown>>): void;
  /** Credits a wallet outside of the ledger. */
  credit(userId: string, amount: Money): Promise<void>;
  freeze(userId: string, frozen: boolean): Promise<void>;
  documents(collection: string, filter?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

interface Parts {
  readonly env?: Partial<Env>;
  readonly runtime?: TestParts;
  /** Replaces some of the live dependencies. */
  readonly deps?: (live: Deps) => Deps;
}

/** The escrow desk, with a separate working set for each verb. */
export interface TestDesk {
  hold(tx: Tx, hold: Hold): Promise<void>;
  release(tx: Tx, messageId: string): Promise<PriceSplit>;
  refund(tx: Tx, messageId: string): Promise<Money>;
  purse: EscrowDesk["purse"];
}

function testDesk(deps: Pick<Deps, "config" | "database" | "clock" | "faults">): TestDesk {
  const desk = createEscrowDesk(deps);
  const onSet = async <T>(tx: Tx, load: (set: WorkingSet) => Promise<void>, work: (set: WorkingSet) => T): Promise<T> => {
    const set = openWorkingSet(deps.database, tx);
    await load(set);
    const result = work(set);
    await set.flush(deps.faults).catch((error: unknown) => {
      throw error instanceof InsertRefused ? error.cause : error;
    });
    return result;
  };
  const loadParties = (messageId: string) => async (set: WorkingSet) => {
    await set.load([escrowOf(messageId)]);
    const escrow = set.get(escrowOf(messageId));
    if (escrow) await set.load(releaseNeeds(escrow));
  };
  return {
    hold: (tx, hold) =>
      onSet(
        tx,
        (set) => set.load(holdNeeds(hold)),
        (set) => desk.hold(set, hold),
      ),
    release: (tx, messageId) => onSet(tx, loadParties(messageId), (set) => desk.release(set, messageId)),
    refund: (tx, messageId) => onSet(tx, loadParties(messageId), (set) => desk.refund(set, messageId)),
    purse: desk.purse,
  };
}

/** The real wallet service on a real database. The config and creator services are stubs. */
export async function walletWorld(parts: Parts = {}): Promise<WalletWorld> {
  // Its config service is a stub, which has no switches.
  const runtime = createTestRuntime({ configOverrides: new Map([["CONFIG_LEDGER_GUARDS", "REPORT"]]), ...parts.env }, parts.runtime ?? {});
  // Its escrows are of messages that do not exist.
  const live = { ...liveDeps(runtime), messageMoney: null };
  const deps = parts.deps ? parts.deps(live) : live;
  // Earnings of a test can be paid out at once, unless it configures a hold.
  const values: { key: string; scope: null; value: unknown; updatedAt: string }[] = [
    { key: "payment.payout_hold_days", scope: null, value: 0, updatedAt: new Date(0).toISOString() },
  ];
  let revision = 0;
  const killSwitches: { system: string; active: boolean }[] = [];
  const snapshot = () => ({ revision: String(revision), values, flags: [], killSwitches });
  const config = () => actionStub(getConfigSnapshot, async () => ({ ...snapshot(), unchanged: false }));
  const standings = new Map<string, Standing | null>();
  const creator = () => actionStub(getPayoutStanding, async ({ params }) => standings.get(params.userId) ?? null);
  const messages = () => actionStub(closeOpenMessages, async () => ({ done: true }));
  const unverified = new Set<string>();
  const account = () =>
    actionStub(getUserSummaries, async ({ params }) => ({
      parties: params.userIds.map((userId) => ({ ...UNKNOWN_USER, found: true, emailVerified: !unverified.has(userId) })),
    }));
  const sharing = new Set<string>();
  const devices = () => actionStub(sharesDevice, async ({ params }) => ({ shares: sharing.has(`${params.userId} ${params.otherUserId}`) }));
  const staff = () => actionStub(listStaffIds, async () => ({ userIds: STAFF }));
  const update = () => {
    revision += 1;
    runtime.config.update(snapshot());
  };
  const broker = createBroker(runtime, [config, creator, account, devices, staff, messages, (_: Runtime) => walletServiceOver(deps)]);
  await broker.start();
  const { connection, transaction } = deps.database;
  const desk = testDesk(deps);
  const as = (userId: string, roles: readonly string[] = []): Api => {
    const origin = sealedCalls(broker, runtime, { userId, sessionId: uuid(), roles, accountStatus: "ACTIVE" });
    return (contract, params) => call(origin as Pick<ServiceBroker, "call">, contract, params);
  };
  const topUp = async (userId: string, amount: string) => {
    const { topupId } = await as(userId)(createTopUp, { amount, idempotencyKey: uuid() });
    await as(userId)(confirmTopUp, { topupId });
  };

  const hold: WalletWorld["hold"] = async (fanId, price, { creatorUserId = uuid(), commissionRate = 0.2 } = {}) => {
    const messageId = uuid();
    await transaction((tx) => desk.hold(tx, { messageId, fanId, creatorUserId, amount: parseMoney(price), commissionRate }));
    return messageId;
  };
  const newFan = async (balance: string) => {
    const userId = uuid();
    await topUp(userId, balance);
    return userId;
  };

  return {
    runtime,
    broker,
    connection,
    deps,
    transaction,
    desk,
    as,
    topUp,
    newFan,
    hold,
    async newCreator(earned, standing = {}) {
      const [userId, creatorId] = [uuid(), uuid()];
      standings.set(userId, { creatorId, kycStatus: "APPROVED", creatorStatus: "ACTIVE", userStatus: "ACTIVE", ...standing });
      if (earned !== "0") {
        const messageId = await hold(await newFan(earned), earned, { creatorUserId: userId, commissionRate: 0 });
        await transaction((tx) => desk.release(tx, messageId));
      }
      const { methodId } = await as(userId)(createPayoutMethod, { kind: "BANK_ACCOUNT", label: "my bank" });
      return { userId, creatorId, methodId };
    },
    setStanding: (userId, standing) => void standings.set(userId, standing && { userStatus: "ACTIVE", ...standing }),
    setSharing: (fanId, creatorUserId) => void sharing.add(`${fanId} ${creatorUserId}`),
    setUnverified: (userId) => void unverified.add(userId),
    switchOff(system, active) {
      killSwitches.push({ system, active });
      update();
    },
    configure(changes) {
      for (const [key, value] of Object.entries(changes)) values.push({ key, scope: null, value, updatedAt: new Date(0).toISOString() });
      update();
    },
    credit: (userId, amount) => changeWallet(deps, userId, (wallet) => credit(wallet ?? deps.wallets.newWallet(userId, "FAN"), amount)),
    freeze: (userId, frozen) => changeWallet(deps, userId, (wallet) => wallet && freeze(wallet, frozen)),
    documents: (collection, filter) => storedDocuments(connection, collection, filter, { _id: 1 }),
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["messaging"]);
    },
  };
}

/** Changes the fan wallet of a user. */
function changeWallet(
  { inTransaction }: Pick<Deps, "inTransaction">,
  userId: string,
  change: (wallet: Wallet | null) => Wallet | null,
): Promise<void> {
  return inTransaction(async (set) => {
    const key = walletOf(userId, "FAN");
    await set.load([key]);
    const changed = change(set.get(key));
    if (changed) set.put(key, changed);
  });
}

/** The number of accepted calls, and the error keys of the refused ones, sorted. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<{ accepted: number; refusals: string[] }> {
  const settled = await Promise.allSettled(calls);
  const refusals = settled.flatMap((outcome) => (outcome.status === "rejected" ? [nameOf(outcome.reason)] : []));
  return { accepted: settled.length - refusals.length, refusals: refusals.sort() };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "key" in error ? String(error.key) : error.name;
}
