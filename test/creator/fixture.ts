import type { ServiceBroker } from "moleculer";
import { createBroker } from "#libs/broker/create-broker.ts";
import { type CreatorStatus, upgrade } from "#libs/contracts/creator.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { creatorService } from "#services/creator/creator.service.ts";
import { type Actor, actAs } from "#test/support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";
import { type AccountStandIn, accountStandIn, type StandInUser } from "./account-stand-in.ts";

export type Stored = Record<string, unknown>;

export interface CreatorFixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly account: AccountStandIn;
  readonly admin: Actor;
  /** Somebody with an account, not a creator. */
  aUser(facts?: Partial<StandInUser>): Actor;
  /** Somebody with a creator profile. */
  aCreator(profile?: Stored): Promise<Actor & { readonly creatorId: string; readonly username: string }>;
  /** Overwrites fields of a profile, as if it had come about. */
  put(creatorId: string, fields: Stored): Promise<void>;
  profile(creatorId: string): Promise<Stored>;
  stored(collection: string, filter?: Stored): Promise<Stored[]>;
  /** Payloads of the events of one name that were written, for one creator. */
  events(name: string, creatorId: string): Promise<unknown[]>;
  setConfig(values: Readonly<Record<string, unknown>>): void;
  stop(): Promise<void>;
}

/** The creator service in one process with a real store; the account service is a stand-in. */
export async function startCreator(): Promise<CreatorFixture> {
  const runtime = createTestRuntime({ configOverrides: new Map([["CONFIG_SITE_PUBLIC_HOST", "https://fans.example.org"]]) });
  const account = accountStandIn();
  const broker = createBroker(runtime, [account.service, creatorService]);
  await broker.start();
  const collection = (name: string) => runtime.database("creator").collection<Stored & { _id: string }>(name);
  const stored = async (name: string, filter: Stored = {}) => collection(name).find(filter).toArray();

  const aUser = (facts: Partial<StandInUser> = {}): Actor => {
    const userId = uuid();
    const username = `user-${userId.slice(-10)}`;
    account.users.set(userId, { username, displayName: "Some Body", intent: "FAN", status: "ACTIVE", avatarUrl: null, ...facts });
    return actAs(broker, runtime, { userId });
  };
  const put = async (creatorId: string, fields: Stored) => {
    await collection("creator_profiles").updateOne({ _id: creatorId }, { $set: fields });
  };
  return {
    runtime,
    broker,
    account,
    admin: actAs(broker, runtime, { roles: ["ADMIN"] }),
    aUser,
    async aCreator(fields) {
      const actor = aUser();
      const { creatorId } = await actor.call(upgrade, {});
      if (fields) await put(creatorId, fields);
      return { ...actor, creatorId, username: account.users.get(actor.userId)?.username ?? "" };
    },
    put,
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
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["creator"]);
    },
  };
}

export const STATUSES: readonly CreatorStatus[] = ["ACTIVE", "VACATION", "SUSPENDED", "BANNED", "DEACTIVATED"];
