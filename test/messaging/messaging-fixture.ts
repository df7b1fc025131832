import type { ServiceBroker } from "moleculer";
import type { Connection } from "mongoose";
import { call } from "#libs/contract-kit/call.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { getUserSummaries, UNKNOWN_USER, type UserSummary } from "#libs/contracts/account/internal.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { getDmSettings } from "#libs/contracts/creator/index.ts";
import { sendMessage } from "#libs/contracts/messaging/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney, parseMoney } from "#libs/kernel/money.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { StoredValue } from "#libs/platform/config/reader.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { inTransactionOf } from "#libs/platform/mongo/batched-transaction.ts";
import { messagingService } from "#services/messaging/messaging.service.ts";
import { ledgerStore } from "#services/messaging/wallet/data/ledger.store.ts";
import { walletOf, walletStore } from "#services/messaging/wallet/data/wallet.store.ts";
import { accountOf, PROVIDER_ACCOUNT, transferEntries } from "#services/messaging/wallet/domain/ledger.ts";
import { credit, freeze } from "#services/messaging/wallet/domain/wallet.ts";
import { bookCredit } from "#services/messaging/wallet/ledger/book.ts";
import { createTestRuntime, disposeRuntime, type TestParts, type TestRuntime } from "../support/runtime.ts";
import { PROVEN, sealedCalls } from "../support/sealed-call.ts";
import { storedDocuments } from "../support/stored-documents.ts";
import { actionStub } from "../support/stub-service.ts";

type ResultOf<C> = C extends ActionContract<unknown, unknown, infer Return> ? Return : never;

type DmSettings = ResultOf<typeof getDmSettings>;

/** Calls actions as one signed-in user. */
type Api = <Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>) => Promise<Return>;

export interface MessagingFixture {
  readonly runtime: TestRuntime;
  readonly connection: Connection;
  as(userId: string, roles?: readonly string[]): Api;
  /** A user with a verified address. */
  newFan(facts?: Partial<UserSummary>): string;
  /** A user with a creator profile that accepts free messages. */
  newCreator(settings?: Partial<DmSettings>, facts?: Partial<UserSummary>): string;
  change(userId: string, settings: Partial<DmSettings>, facts?: Partial<UserSummary>): void;
  /** How often the service has called other services. */
  readonly calls: { userSummaries: number; dmSettings: number };
  fund(userId: string, amount: string): Promise<void>;
  freeze(userId: string, frozen: boolean): Promise<void>;
  balance(userId: string): Promise<string>;
  setConfig(values: Readonly<Record<string, unknown>>, scope?: StoredValue["scope"]): void;
  documents(collection: string, filter?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  events(name: string): Promise<Record<string, unknown>[]>;
  /** Violations of the invariants of messages, escrows, wallets and the ledger. */
  findViolations(): Promise<string[]>;
  /** Runs the expiry job in all replicas at the same time. */
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
  maxTimeoutHours: null,
  level: null,
};

/**
 * The messaging service over a real store. Several replicas take calls in turn. Account, creator and config are stubs typed by their
 * contracts.
 */
export async function messagingFixture(parts: TestParts = {}, env: Partial<Env> = {}, replicas = 1): Promise<MessagingFixture> {
  const runtime = createTestRuntime(env, parts);
  const parties = new Map<string, UserSummary>();
  const creators = new Map<string, DmSettings>();
  const calls = { userSummaries: 0, dmSettings: 0 };
  const stored: StoredValue[] = [];
  let revision = 0;
  const snapshot = () => ({ revision: String(revision), values: stored, flags: [], killSwitches: [] });

  const account = () =>
    actionStub(getUserSummaries, async ({ params }) => {
      calls.userSummaries += 1;
      return { parties: params.userIds.map((userId) => parties.get(userId) ?? UNKNOWN_USER) };
    });
  const creator = () =>
    actionStub(getDmSettings, async ({ params }) => {
      calls.dmSettings += 1;
      return creators.get(params.userId) ?? NO_CREATOR;
    });
  const config = () =>
    actionStub(getConfigSnapshot, async () => ({
      ...snapshot(),
      values: stored.map((value) => ({ ...value, scope: value.scope && { ...value.scope }, updatedAt: new Date(0).toISOString() })),
      unchanged: false,
    }));
  const { clock, counters } = runtime;
  const sameDatabase = { ...env, databasePrefix: runtime.env.databasePrefix };
  const others = Array.from({ length: replicas - 1 }, () => createTestRuntime(sameDatabase, { ...parts, clock, counters }));
  const runtimes = [runtime, ...others];
  const brokers = runtimes.map((each) => createBroker(each, [account, creator, config, messagingService]));
  await Promise.all(brokers.map((each) => each.start()));
  let nextCall = 0;
  const nextBroker = () => brokers[nextCall++ % brokers.length] as ServiceBroker;
  const database = runtime.database("messaging");
  const { connection } = database;
  const inTransaction = inTransactionOf({ database, faults: runtime.faults });
  const wallets = walletStore(database, runtime.clock);
  const ledger = ledgerStore(database, runtime.clock);

  const documents = (collection: string, filter?: Record<string, unknown>) => storedDocuments(connection, collection, filter);

  const newFan = (facts: Partial<UserSummary> = {}) => {
    const userId = uuid();
    const name = `fan-${userId.slice(-6)}`;
    parties.set(userId, {
      ...UNKNOWN_USER,
      found: true,
      status: "ACTIVE",
      emailVerified: true,
      username: name,
      displayName: name,
      ...facts,
    });
    return userId;
  };

  return {
    runtime,
    connection,
    calls,
    documents,
    as(userId, roles = []) {
      const caller = { userId, sessionId: uuid(), roles, accountStatus: "ACTIVE", ...PROVEN };
      return (contract, params) => call(sealedCalls(nextBroker(), runtime, caller) as Pick<ServiceBroker, "call">, contract, params);
    },
    newFan,
    newCreator(settings = {}, facts = {}) {
      const userId = newFan(facts);
      const free = { exists: true, creatorId: uuid(), creatorStatus: "ACTIVE", dmActive: true, dmType: "FREE", level: "BRONZE" } as const;
      const price = settings.dmType === undefined || settings.dmType === "FREE" ? {} : { packagePrice: "5.00" };
      creators.set(userId, { ...NO_CREATOR, ...free, ...price, ...settings });
      return userId;
    },
    change(userId, settings, facts = {}) {
      const stored = creators.get(userId);
      if (stored) creators.set(userId, { ...stored, ...settings });
      parties.set(userId, { ...(parties.get(userId) ?? UNKNOWN_USER), ...facts });
    },
    async fund(userId, decimal) {
      const amount = parseMoney(decimal);
      await inTransaction(async (set) => {
        await set.load([walletOf(userId, "FAN")]);
        const entries = transferEntries(amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN"));
        const booking = { kind: "TOPUP", reference: { type: "topup", id: uuid() }, entries, wallet: { userId, kind: "FAN" } } as const;
        bookCredit({ wallets, ledger }, set, booking, (wallet) => credit(wallet, amount));
      });
    },
    async freeze(userId, frozen) {
      await inTransaction(async (set) => {
        await set.load([walletOf(userId, "FAN")]);
        const wallet = set.get(walletOf(userId, "FAN"));
        if (wallet) set.put(walletOf(userId, "FAN"), freeze(wallet, frozen));
      });
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
    findViolations: () => findViolations(documents),
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

interface MoneyDocument {
  _id: string;
  messageId: string;
  status: string;
  amount: bigint;
  priceSnapshot: bigint | null;
  balance: bigint;
  entries: { amount: bigint }[];
}

const ESCROW_STATUS_OF: Readonly<Record<string, string>> = {
  ESCROWED: "HELD",
  QUARANTINED: "HELD",
  COMPLETED: "RELEASED",
  EXPIRED: "REFUNDED",
  REJECTED: "REFUNDED",
};

/** M2-M6: every ledger transaction sums to zero, no wallet is below zero, each paid message has its escrow in the right state. */
async function findViolations(documents: MessagingFixture["documents"]): Promise<string[]> {
  const read = async (name: string) => (await documents(name)) as unknown as MoneyDocument[];
  const [messages, escrows, wallets, ledger] = await Promise.all(["messages", "escrows", "wallets", "ledger_transactions"].map(read));
  const violations: string[] = [];
  for (const { _id, entries } of ledger ?? []) {
    if (entries.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) violations.push(`ledger transaction ${_id} is out of balance`);
  }
  for (const { _id, balance } of wallets ?? []) if (balance < 0n) violations.push(`wallet ${_id} is below zero`);
  const paid = (messages ?? []).filter(({ priceSnapshot }) => priceSnapshot !== null);
  const byMessage = new Map((escrows ?? []).map((escrow) => [escrow.messageId, escrow]));
  for (const { _id, status, priceSnapshot } of paid) {
    const escrow = byMessage.get(_id);
    if (escrow?.status !== ESCROW_STATUS_OF[status] || escrow?.amount !== priceSnapshot) {
      violations.push(`message ${_id} is ${status}, its escrow ${escrow?.status}`);
    }
  }
  if (byMessage.size !== paid.length) violations.push("there are escrows without a message");
  return violations;
}

/** Sends a message with the given fields. By default it is free and has a text of its own. */
export function sendFrom(
  fixture: MessagingFixture,
  senderId: string,
  receiverId: string,
  params: Partial<Parameters<typeof sendParams>[1]> = {},
) {
  return fixture.as(senderId)(sendMessage, sendParams(receiverId, params));
}

let lastText = 0;

function sendParams(
  receiverId: string,
  params: {
    content?: string;
    dmType?: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
    price?: string;
    timeoutHours?: number;
    idempotencyKey?: string;
    quoteId?: string;
    platform?: "WEB" | "IOS" | "ANDROID" | "API";
  },
) {
  lastText += 1;
  return { receiverId, content: `text ${lastText}`, dmType: "FREE" as const, ...params };
}

/** Fields of a paid message of 5.00. */
export const PAID = { dmType: "SINGLE_PAY", price: "5.00" } as const;

/** The number of calls that succeeded, and the error keys of the others. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<{ accepted: number; refusals: string[] }> {
  const settled = await Promise.allSettled(calls);
  const refusals = settled.flatMap((outcome) => (outcome.status === "rejected" ? [keyOf(outcome.reason)] : []));
  return { accepted: settled.length - refusals.length, refusals };
}

function keyOf(error: unknown): string {
  return error instanceof Error && "type" in error ? String(error.type) : String(error);
}
