import type { ServiceBroker } from "moleculer";
import { createBroker } from "#libs/broker/create-broker.ts";
import type { Env } from "#libs/env/env.ts";
import { configService } from "#services/config/config.service.ts";
import { type Actor, actAs } from "#test/support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";

export interface ConfigFixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly admin: Actor;
  /** Documents of one collection, as they are stored. */
  stored(collection: string, filter?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The config service in one process, with a database of its own. */
export async function startConfig(overrides: Partial<Env> = {}): Promise<ConfigFixture> {
  const runtime = createTestRuntime(overrides);
  const broker = createBroker(runtime, [configService]);
  await broker.start();
  return {
    runtime,
    broker,
    admin: actAs(broker, runtime, { roles: ["SUPER_ADMIN"] }),
    stored: async (collection, filter = {}) => runtime.database("config").collection(collection).find(filter).toArray(),
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["config"]);
    },
  };
}
