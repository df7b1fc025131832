import type { ServiceBroker } from "moleculer";
import type { Connection } from "mongoose";
import { createBroker } from "#libs/broker/create-broker.ts";
import { callerSeal } from "#libs/contract-kit/caller.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { getConfigSnapshot } from "#libs/contracts/config.ts";
import { getPayoutStanding } from "#libs/contracts/creator-standing.ts";
import { confirmTopUp, createPayoutMethod, createTopUp } from "#libs/contracts/wallet.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { RuntimeParts } from "#libs/runtime/create-runtime.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type WalletDeps, walletDeps } from "#services/messaging/wallet/deps.ts";
import { createEscrowDesk, type EscrowDesk } from "#services/messaging/wallet/escrow.ts";
import { walletServiceOver } from "#services/messaging/wallet/wallet.service.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";
import { standIn } from "#test/support/stand-in.ts";

/** Calls actions as one signed-in user. */
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
  readonly deps: WalletDeps;
  readonly transaction: Transaction;
  readonly desk: EscrowDesk;
  as(userId: string, roles?: readonly string[]): Api;
  /** A new user whose wallet holds so much, through a top-up. */
  aFan(balance: string): Promise<string>;
  topUp(userId: string, amount: string): Promise<void>;
  /** Holds a price in a transaction of its own; returns the message id. */
  hold(fanId: string, price: string, options?: { readonly creatorUserId?: string; readonly commissionRate?: number }): Promise<string>;
  /** A verified creator who has earned so much, with a way to be paid out. */
  aCreator(earned: string, standing?: Partial<Standing>): Promise<EarningCreator>;
  /** What the creator service says of a user; null when the user is no creator. */
  stand(userId: string, standing: (Omit<Standing, "userStatus"> & Partial<Standing>) | null): void;
  configure(values: Readonly<Record<string, unknown>>): void;
  documents(collection: string, filter?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

interface Parts {
  readonly runtime?: RuntimeParts;
  /** Puts other parts in the place of the live ones. */
  readonly deps?: (live: WalletDeps) => WalletDeps;
}

/** The real wallet service over a real store; the config service is a stand-in. */
export async function walletWorld(parts: Parts = {}): Promise<WalletWorld> {
  const runtime = createTestRuntime({}, parts.runtime ?? {});
  const live = walletDeps(runtime);
  const deps = parts.deps ? parts.deps(live) : live;
  const values: { key: string; scope: null; value: unknown; updatedAt: string }[] = [];
  let revision = 0;
  const snapshot = () => ({ revision: String(revision), values, flags: [], killSwitches: [] });
  const config = () => standIn(getConfigSnapshot, async () => ({ ...snapshot(), unchanged: false }));
  const standings = new Map<string, Standing | null>();
  const creator = () => standIn(getPayoutStanding, async ({ params }) => standings.get(params.userId) ?? null);
  const broker = createBroker(runtime, [config, creator, (_: Runtime) => walletServiceOver(deps)]);
  await broker.start();
  const { connection } = deps;
  const transaction = transactionOn(connection);
  const desk = createEscrowDesk(deps);
  const seal = callerSeal(runtime.env.secrets.callerSealKey);
  const as = (userId: string, roles: readonly string[] = []): Api => {
    const caller = seal.seal({ userId, sessionId: uuid(), roles, accountStatus: "ACTIVE" });
    return (contract, params) => broker.call(contract.name, params, { meta: { caller } });
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
  const aFan = async (balance: string) => {
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
    aFan,
    hold,
    async aCreator(earned, standing = {}) {
      const [userId, creatorId] = [uuid(), uuid()];
      standings.set(userId, { creatorId, kycStatus: "APPROVED", creatorStatus: "ACTIVE", userStatus: "ACTIVE", ...standing });
      if (earned !== "0") {
        const messageId = await hold(await aFan(earned), earned, { creatorUserId: userId, commissionRate: 0 });
        await transaction((tx) => desk.release(tx, messageId));
      }
      const { methodId } = await as(userId)(createPayoutMethod, { kind: "BANK_ACCOUNT", label: "my bank" });
      return { userId, creatorId, methodId };
    },
    stand: (userId, standing) => void standings.set(userId, standing && { userStatus: "ACTIVE", ...standing }),
    configure(changes) {
      for (const [key, value] of Object.entries(changes)) values.push({ key, scope: null, value, updatedAt: new Date(0).toISOString() });
      revision += 1;
      runtime.config.update(snapshot());
    },
    documents: async (collection, filter = {}) =>
      (await connection.collection(collection).find(filter).sort({ _id: 1 }).toArray()) as unknown as Record<string, unknown>[],
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["messaging"]);
    },
  };
}

/** How many calls were accepted, and the error keys of the others, sorted. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<{ accepted: number; refusals: string[] }> {
  const settled = await Promise.allSettled(calls);
  const refusals = settled.flatMap((outcome) => (outcome.status === "rejected" ? [nameOf(outcome.reason)] : []));
  return { accepted: settled.length - refusals.length, refusals: refusals.sort() };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "key" in error ? String(error.key) : error.name;
}
