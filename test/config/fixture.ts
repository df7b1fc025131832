import type { ServiceBroker } from "moleculer";
import { clearConfigCache } from "#libs/contracts/config/index.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { configService } from "#services/config/config.service.ts";
import type { ValueScope } from "#services/config/domain/value-scope.ts";
import { type Actor, actAs } from "../support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { storedDocuments } from "../support/stored-documents.ts";

export interface ConfigFixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly admin: Actor;
  /** The documents of one collection as they lie in the database. */
  stored(collection: string, filter?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  /** Writes an override directly into the database, as an earlier release may have left it there. */
  insertOverride(key: string, scope: ValueScope, value: unknown): Promise<void>;
  stop(): Promise<void>;
}

/** The config service in one process, with a database of its own. @param neighbors services that it calls */
export async function startConfig(overrides: Partial<Env> = {}, neighbors: readonly ServiceFactory[] = []): Promise<ConfigFixture> {
  const runtime = createTestRuntime(overrides);
  const broker = createBroker(runtime, [configService, ...neighbors]);
  await broker.start();
  const admin = actAs(broker, runtime, { roles: ["SUPER_ADMIN"] });
  return {
    runtime,
    broker,
    admin,
    stored: (collection, filter) => storedDocuments(runtime.database("config").connection, collection, filter),
    async insertOverride(key, scope, value) {
      const row = {
        _id: `${key}|${scope.kind}|${scope.value}`,
        key,
        scope,
        value,
        version: 1,
        updatedBy: admin.userId,
        updatedAt: new Date(),
      };
      await runtime.database("config").connection.collection<{ _id: string }>("config_values").insertOne(row);
      await admin.call(clearConfigCache, {});
    },
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["config"]);
    },
  };
}
