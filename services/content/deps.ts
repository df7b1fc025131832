import type { Logger } from "pino";
import { type AuditLog, auditLog } from "#libs/audit/audit-log.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { type Neighbours, neighbours } from "#libs/contract-kit/neighbours.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type HelpArticleStore, helpArticleStore } from "./data/help-article.store.ts";
import { type HelpCategoryStore, helpCategoryStore } from "./data/help-category.store.ts";
import { type LegalAcceptanceStore, legalAcceptanceStore } from "./data/legal-acceptance.store.ts";
import { type LegalVersionStore, legalVersionStore } from "./data/legal-version.store.ts";
import { type SupportTicketStore, supportTicketStore } from "./data/support-ticket.store.ts";

/** What actions and events of this service need. */
export interface Deps extends Neighbours {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: ConfigReader;
  readonly transaction: Transaction;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly audit: AuditLog;
  readonly legalVersions: LegalVersionStore;
  readonly legalAcceptances: LegalAcceptanceStore;
  readonly categories: HelpCategoryStore;
  readonly articles: HelpArticleStore;
  readonly tickets: SupportTicketStore;
  /** Creates the indexes, and what transactions hold on to. */
  prepare(): Promise<void>;
}

export function liveDeps({ clock, logger, config, faults, stream, database }: Runtime): Deps {
  const connection = database("content");
  const categories = helpCategoryStore(connection);
  const outbox = createOutbox({ connection, source: "content", clock, stream, logger, faults });
  return {
    clock,
    logger: logger.child({ service: "content" }),
    config,
    transaction: transactionOn(connection),
    inbox: createInbox({ connection, clock, faults }),
    outbox,
    audit: auditLog({ connection, clock, outbox }),
    legalVersions: legalVersionStore(connection),
    legalAcceptances: legalAcceptanceStore(connection),
    categories,
    articles: helpArticleStore(connection),
    tickets: supportTicketStore(connection),
    ...neighbours(),
    async prepare() {
      await ensureIndexes(connection);
      await categories.prepareCount();
    },
  };
}
