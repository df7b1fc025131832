import type { ServiceBroker } from "moleculer";
import type { Connection } from "mongoose";
import { createBroker } from "#libs/broker/create-broker.ts";
import type { StoredValue } from "#libs/config/reader.ts";
import { callerSeal } from "#libs/contract-kit/caller.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { getMessagingParties, NOBODY, type MessagingParty as Party } from "#libs/contracts/account-internal.ts";
import { getConfigSnapshot } from "#libs/contracts/config.ts";
import { getDmSettings } from "#libs/contracts/creator.ts";
import { sendMessage } from "#libs/contracts/messaging.ts";
import type { Env } from "#libs/env/env.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney, parseMoney } from "#libs/kernel/money.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import type { RuntimeParts } from "#libs/runtime/create-runtime.ts";
import { messagingService } from "#services/messaging/messaging.service.ts";
import { ledgerStore } from "#services/messaging/wallet/data/ledger.store.ts";
import { walletStore } from "#services/messaging/wallet/data/wallet.store.ts";
import { accountOf, moved, PROVIDER_ACCOUNT } from "#services/messaging/wallet/domain/ledger.ts";
import { movementOf } from "#services/messaging/wallet/escrow.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";
import { standIn } from "#test/support/stand-in.ts";

type Answer<C> = C extends ActionContract<unknown, unknown, infer Return> ? Return : never;

export type { Party };
export type DmSettings = Answer<typeof getDmSettings>;

/** Calls actions as one signed-in user. */
export type Api = <Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>) => Promise<Return>;

export interface World {
  readonly runtime: TestRuntime;
  readonly connection: Connection;
  as(userId: string, roles?: readonly string[]): Api;
  /** A user with a verified address. */
  aFan(facts?: Partial<Party>): string;
  /** A user with a creator profile that takes free messages. */
  aCreator(settings?: Partial<DmSettings>, facts?: Partial<Party>): string;
  change(userId: string, settings: Partial<DmSettings>, facts?: Partial<Party>): void;
  /** How often a neighbour was asked. */
  readonly asked: { parties: number; settings: number };
  fund(userId: string, amount: string): Promise<void>;
  freeze(userId: string, frozen: boolean): Promise<void>;
  balance(userId: string): Promise<string>;
  setConfig(values: Readonly<Record<string, unknown>>, scope?: StoredValue["scope"]): void;
  documents(collection: string, filter?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  events(name: string): Promise<Record<string, unknown>[]>;
  /** Sums that must be zero and documents that must agree, whatever happened. */
  checkBooks(): Promise<string[]>;
  /** The expiry job, in all replicas at the same time. */
  expireEverywhere(): Promise<void>;
  stop(): Promise<void>;
}

const NO_CREATOR: DmSettings = {
  exists: false,
  creatorId: null,
  creatorStatus: null,
  dmActive: false,
  vacationMode: false,
  dmType: null,
  packagePrice: null,
  minTimeoutHours: null,
  level: null,
};

/** The real messaging service over a real store, also in several replicas that take calls in turn; account, creator and config are stand-ins typed by their contracts. */
export async function messagingWorld(parts: RuntimeParts = {}, env: Partial<Env> = {}, replicas = 1): Promise<World> {
  const runtime = createTestRuntime(env, parts);
  const parties = new Map<string, Party>();
  const creators = new Map<string, DmSettings>();
  const asked = { parties: 0, settings: 0 };
  const stored: StoredValue[] = [];
  let revision = 0;
  const snapshot = () => ({ revision: String(revision), values: stored, flags: [], killSwitches: [] });

  const account = () =>
    standIn(getMessagingParties, async ({ params }) => {
      asked.parties += 1;
      return { parties: params.userIds.map((userId) => parties.get(userId) ?? NOBODY) };
    });
  const creator = () =>
    standIn(getDmSettings, async ({ params }) => {
      asked.settings += 1;
      return creators.get(params.userId) ?? NO_CREATOR;
    });
  const config = () =>
    standIn(getConfigSnapshot, async () => ({
      ...snapshot(),
      values: stored.map((value) => ({ ...value, scope: value.scope && { ...value.scope }, updatedAt: new Date(0).toISOString() })),
      unchanged: false,
    }));
  const { clock, counters } = runtime;
  const same = { ...env, databasePrefix: runtime.env.databasePrefix };
  const others = Array.from({ length: replicas - 1 }, () => createTestRuntime(same, { ...parts, clock, counters }));
  const runtimes = [runtime, ...others];
  const brokers = runtimes.map((each) => createBroker(each, [account, creator, config, messagingService]));
  await Promise.all(brokers.map((each) => each.start()));
  let turn = 0;
  const nextBroker = () => brokers[turn++ % brokers.length] as ServiceBroker;
  const seal = callerSeal(runtime.env.secrets.callerSealKey);
  const connection = runtime.database("messaging");
  const transaction = transactionOn(connection);
  const wallets = walletStore(connection, runtime.clock);
  const ledger = ledgerStore(connection, runtime.clock);

  const documents = async (collection: string, filter: Record<string, unknown> = {}) =>
    (await connection.collection(collection).find(filter).toArray()) as Record<string, unknown>[];

  const aFan = (facts: Partial<Party> = {}) => {
    const userId = uuid();
    const name = `fan-${userId.slice(-6)}`;
    parties.set(userId, { ...NOBODY, found: true, status: "ACTIVE", emailVerified: true, username: name, displayName: name, ...facts });
    return userId;
  };

  return {
    runtime,
    connection,
    asked,
    documents,
    as(userId, roles = []) {
      const caller = seal.seal({ userId, sessionId: uuid(), roles, accountStatus: "ACTIVE" });
      return (contract, params) => nextBroker().call(contract.name, params, { meta: { caller } });
    },
    aFan,
    aCreator(settings = {}, facts = {}) {
      const userId = aFan(facts);
      const free = { exists: true, creatorId: uuid(), creatorStatus: "ACTIVE", dmActive: true, dmType: "FREE", level: "BRONZE" } as const;
      const price = settings.dmType === undefined || settings.dmType === "FREE" ? {} : { packagePrice: "5.00" };
      creators.set(userId, { ...NO_CREATOR, ...free, ...price, ...settings });
      return userId;
    },
    change(userId, settings, facts = {}) {
      const known = creators.get(userId);
      if (known) creators.set(userId, { ...known, ...settings });
      parties.set(userId, { ...(parties.get(userId) ?? NOBODY), ...facts });
    },
    async fund(userId, decimal) {
      const amount = parseMoney(decimal);
      await transaction(async (tx) => {
        const wallet = await wallets.credit(tx, userId, "FAN", amount);
        const entries = moved(amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN"));
        await ledger.post(tx, { kind: "TOPUP", reference: { type: "topup", id: uuid() }, entries, movement: movementOf(wallet, amount) });
      });
    },
    async freeze(userId, frozen) {
      await transaction((tx) => wallets.setFrozen(tx, userId, frozen));
    },
    async balance(userId) {
      return formatMoney((await wallets.find(userId, "FAN"))?.balance ?? 0n);
    },
    setConfig(values, scope = null) {
      for (const [key, value] of Object.entries(values)) stored.push({ key, scope, value });
      revision += 1;
      for (const { config: reader } of runtimes) reader.update(snapshot());
    },
    events: async (name) => (await documents("outbox", { event: name })).map(({ payload }) => payload as Record<string, unknown>),
    checkBooks: () => checkBooks(documents),
    async expireEverywhere() {
      await Promise.all(runtimes.map(({ jobs }) => jobs.runNow("messaging.expire-messages")));
    },
    async stop() {
      await Promise.all(brokers.map((each) => each.stop()));
      await Promise.all(others.map((each) => each.close()));
      await disposeRuntime(runtime, ["messaging"]);
    },
  };
}

interface Money {
  _id: string;
  messageId: string;
  status: string;
  amount: bigint;
  priceSnapshot: bigint | null;
  balance: bigint;
  entries: { amount: bigint }[];
}

const FINAL_ESCROW: Readonly<Record<string, string>> = {
  ESCROWED: "HELD",
  QUARANTINED: "HELD",
  COMPLETED: "RELEASED",
  EXPIRED: "REFUNDED",
  REJECTED: "REFUNDED",
};

/** M2-M6: every ledger transaction sums to zero, no wallet is below zero, each paid message has its escrow in the right state. */
async function checkBooks(documents: World["documents"]): Promise<string[]> {
  const read = async (name: string) => (await documents(name)) as unknown as Money[];
  const [messages, escrows, wallets, ledger] = await Promise.all(["messages", "escrows", "wallets", "ledger_transactions"].map(read));
  const faults: string[] = [];
  for (const { _id, entries } of ledger ?? []) {
    if (entries.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) faults.push(`ledger transaction ${_id} is out of balance`);
  }
  for (const { _id, balance } of wallets ?? []) if (balance < 0n) faults.push(`wallet ${_id} is below zero`);
  const paid = (messages ?? []).filter(({ priceSnapshot }) => priceSnapshot !== null);
  const byMessage = new Map((escrows ?? []).map((escrow) => [escrow.messageId, escrow]));
  for (const { _id, status, priceSnapshot } of paid) {
    const escrow = byMessage.get(_id);
    if (escrow?.status !== FINAL_ESCROW[status] || escrow?.amount !== priceSnapshot) {
      faults.push(`message ${_id} is ${status}, its escrow ${escrow?.status}`);
    }
  }
  if (byMessage.size !== paid.length) faults.push("there are escrows without a message");
  return faults;
}

/** Sends a message with what a test cares about; the rest fits a free creator. */
export function sendFrom(world: World, senderId: string, receiverId: string, params: Partial<Parameters<typeof sendParams>[1]> = {}) {
  return world.as(senderId)(sendMessage, sendParams(receiverId, params));
}

let texts = 0;

function sendParams(
  receiverId: string,
  params: {
    content?: string;
    dmType?: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
    price?: string;
    timeoutHours?: number;
    idempotencyKey?: string;
    platform?: "WEB" | "IOS" | "ANDROID" | "API";
  },
) {
  texts += 1;
  return { receiverId, content: `text ${texts}`, dmType: "FREE" as const, ...params };
}

/** A paid message of five to a creator of the fixture. */
export const PAID = { dmType: "SINGLE_PAY", price: "5.00" } as const;

/** The keys of the errors that some of many calls met, and how many succeeded. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<{ accepted: number; refusals: string[] }> {
  const settled = await Promise.allSettled(calls);
  const refusals = settled.flatMap((outcome) => (outcome.status === "rejected" ? [keyOf(outcome.reason)] : []));
  return { accepted: settled.length - refusals.length, refusals };
}

function keyOf(error: unknown): string {
  return error instanceof Error && "type" in error ? String(error.type) : String(error);
}
