import type { Logger } from "pino";
import { type AuditLog, auditLog } from "#libs/audit/audit-log.ts";
import { entryOf, registeredKeys } from "#libs/config/keys/index.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type AdminTrailStore, adminTrailStore } from "./data/admin-trail.store.ts";
import { type ConfigAuditStore, configAuditStore } from "./data/config-audit.store.ts";
import { type ConfigValueStore, configValueStore } from "./data/config-value.store.ts";
import { type FeatureFlagStore, featureFlagStore } from "./data/feature-flag.store.ts";
import { type KillSwitchStore, killSwitchStore } from "./data/kill-switch.store.ts";
import { type RevisionStore, revisionStore } from "./data/revision.store.ts";
import { sealedValues } from "./sealed-values.ts";

/** What the actions of this service need. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The settings as this process sees them. */
  readonly config: ConfigReader;
  readonly transaction: Transaction;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly auditLog: AuditLog;
  readonly trail: AdminTrailStore;
  readonly values: ConfigValueStore;
  readonly audit: ConfigAuditStore;
  readonly flags: FeatureFlagStore;
  readonly switches: KillSwitchStore;
  readonly revision: RevisionStore;
  /** Indexes and first documents. */
  prepare(): Promise<void>;
}

export function liveDeps({ env, clock, logger, config, stream, faults, database }: Runtime): Deps {
  const connection = database("config");
  const revision = revisionStore(connection);
  const values = configValueStore(connection, sealedValues(env.secrets.contentKeys, logger));
  const outbox = createOutbox({ connection, source: "config", clock, stream, logger, faults });
  return {
    clock,
    logger,
    config,
    transaction: transactionOn(connection),
    outbox,
    inbox: createInbox({ connection, clock, faults }),
    trail: adminTrailStore(connection),
    auditLog: auditLog({ connection, clock, outbox }),
    values,
    audit: configAuditStore(connection),
    flags: featureFlagStore(connection),
    switches: killSwitchStore(connection),
    revision,
    async prepare() {
      await ensureIndexes(connection);
      await revision.prepare();
      await values.sealPlain(registeredKeys.filter((key) => entryOf(key).sensitive));
    },
  };
}
