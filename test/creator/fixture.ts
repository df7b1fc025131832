import type { ServiceBroker } from "moleculer";
import { type CreatorStatus, upgrade } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { creatorService } from "#services/creator/creator.service.ts";
import { type Actor, actAs } from "../support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { storedDocuments } from "../support/stored-documents.ts";
import { type AccountStub, accountStub, type StubUser } from "./account-stub.ts";

export type Stored = Record<string, unknown>;

export interface CreatorFixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly account: AccountStub;
  readonly admin: Actor;
  /** A signed-in user without a creator profile. */
  newUser(facts?: Partial<StubUser>): Actor;
  /** A signed-in creator; the profile gets these fields. */
  newCreator(profile?: Stored): Promise<Actor & { readonly creatorId: string; readonly username: string }>;
  /** Overwrites fields of a stored profile. */
  updateProfile(creatorId: string, fields: Stored): Promise<void>;
  /** The stored profile. */
  profile(creatorId: string): Promise<Stored>;
  /** The stored documents of a collection. */
  stored(collection: string, filter?: Stored): Promise<Stored[]>;
  /** Payloads of the published events with a name about one creator. */
  events(name: string, creatorId: string): Promise<unknown[]>;
  setConfig(values: Readonly<Record<string, unknown>>): void;
  /** The same user in another process of the service, which shares the database and the account service. */
  inSecondProcess(actor: Actor): Promise<Actor>;
  stop(): Promise<void>;
}

/** Starts the creator service in one process with a real database and a stub of the account service. */
export async function startCreator(): Promise<CreatorFixture> {
  // Files in memory: a test leaves none behind.
  const settings = { CONFIG_SITE_PUBLIC_HOST: "https://fans.example.org", CONFIG_PROVIDER_STORAGE: "memory" };
  const runtime = createTestRuntime({ configOverrides: new Map(Object.entries(settings)) });
  const account = accountStub();
  const broker = createBroker(runtime, [account.service, creatorService]);
  await broker.start();
  const collection = (name: string) => runtime.database("creator").connection.collection<Stored & { _id: string }>(name);
  const stored = (name: string, filter?: Stored) => storedDocuments(runtime.database("creator").connection, name, filter);

  let second: { readonly runtime: TestRuntime; readonly broker: ServiceBroker } | null = null;
  const startSecond = async () => {
    const { databasePrefix, configOverrides } = runtime.env;
    const other = createTestRuntime({ databasePrefix, configOverrides }, { clock: runtime.clock });
    const started = { runtime: other, broker: createBroker(other, [account.service, creatorService]) };
    await started.broker.start();
    return started;
  };

  const newUser = (facts: Partial<StubUser> = {}): Actor => {
    const userId = uuid();
    const username = `user-${userId.slice(-10)}`;
    account.users.set(userId, { username, displayName: "Some Body", intent: "FAN", status: "ACTIVE", avatarUrl: null, ...facts });
    return actAs(broker, runtime, { userId });
  };
  const updateProfile = async (creatorId: string, fields: Stored) => {
    await collection("creator_profiles").updateOne({ _id: creatorId }, { $set: fields });
  };
  return {
    runtime,
    broker,
    account,
    admin: actAs(broker, runtime, { roles: ["ADMIN"] }),
    newUser,
    async newCreator(fields) {
      const actor = newUser();
      const { creatorId } = await actor.call(upgrade, {});
      if (fields) await updateProfile(creatorId, fields);
      return { ...actor, creatorId, username: account.users.get(actor.userId)?.username ?? "" };
    },
    updateProfile,
    profile: async (creatorId) => (await stored("creator_profiles", { _id: creatorId }))[0] ?? {},
    stored,
    async events(name, creatorId) {
      const rows = await stored("outbox", { event: name });
      return rows.map(({ payload }) => payload as Stored).filter((payload) => payload.creatorId === creatorId);
    },
    setConfig(values) {
      const globals = Object.entries(values).map(([key, value]) => ({ key, scope: null, value }));
      runtime.config.update({ revision: `${uuid()}.1`, values: globals, flags: [], killSwitches: [] });
    },
    async inSecondProcess({ userId }) {
      second ??= await startSecond();
      return actAs(second.broker, second.runtime, { userId });
    },
    async stop() {
      await second?.broker.stop();
      await second?.runtime.close();
      await broker.stop();
      await disposeRuntime(runtime, ["creator"]);
    },
  };
}

export const STATUSES: readonly CreatorStatus[] = ["ACTIVE", "VACATION", "SUSPENDED", "BANNED", "DEACTIVATED"];
