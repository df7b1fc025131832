import type { Logger } from "pino";
import { type AuditLog, auditLog } from "#libs/audit/audit-log.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import type { QuotaCounter } from "#libs/counters/counter-store.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { fieldCipher } from "#libs/kernel/field-cipher.ts";
import { type InTurn, inTurn } from "#libs/kernel/in-turn.ts";
import type { Metrics } from "#libs/metrics/metrics.ts";
import { isStoreUnavailable } from "#libs/mongo/store-unavailable.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type ActiveRules, activeRules } from "./active-rules.ts";
import { type AppealStore, appealStore } from "./data/appeal.store.ts";
import { type BlockListStore, blockListStore } from "./data/block-list.store.ts";
import { type ChatSessionStore, chatSessionStore } from "./data/chat-session.store.ts";
import { type ClosingStore, closingStore } from "./data/closing.store.ts";
import { type MessageStore, messageStore } from "./data/message.store.ts";
import { type MessageTexts, messageTexts } from "./data/message-text.ts";
import { type ModerationRuleStore, moderationRuleStore } from "./data/moderation-rule.store.ts";
import { type ReportStore, reportStore } from "./data/report.store.ts";
import { type RuleSnapshotStore, ruleSnapshotStore } from "./data/rule-snapshot.store.ts";
import { type StatementStore, statementStore } from "./data/statement.store.ts";
import { type StatusLogStore, statusLogStore } from "./data/status-log.store.ts";
import { type TextGuardStore, textGuardStore } from "./data/text-guard.store.ts";
import { type UserCardStore, userCardStore } from "./data/user-card.store.ts";
import { createEscrowDesk, type EscrowDesk } from "./wallet/escrow.ts";

/** What the actions, events and jobs of the service work with; each of them names the part it needs. */
export interface Deps {
  readonly clock: Clock;
  readonly config: ConfigReader;
  readonly faults: FaultPoints;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly transaction: Transaction;
  /** Lets the sends of one sender wait for each other. */
  readonly inTurn: InTurn;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly quotas: QuotaCounter;
  readonly escrow: EscrowDesk;
  readonly texts: MessageTexts;
  /** Key of hashes that stand for texts. */
  readonly pseudonymKey: string;
  readonly messages: MessageStore;
  readonly sessions: ChatSessionStore;
  readonly guards: TextGuardStore;
  readonly blocks: BlockListStore;
  readonly rules: ModerationRuleStore;
  readonly activeRules: ActiveRules;
  readonly snapshots: RuleSnapshotStore;
  readonly statusLog: StatusLogStore;
  readonly statements: StatementStore;
  readonly appeals: AppealStore;
  readonly reports: ReportStore;
  readonly cards: UserCardStore;
  readonly closings: ClosingStore;
  readonly audit: AuditLog;
}

/** The live ones, over the messaging database. */
export function liveDeps(runtime: Runtime): Deps {
  const { clock, config, faults, metrics, stream, env } = runtime;
  const connection = runtime.database("messaging");
  const logger = runtime.logger.child({ service: "messaging" });
  const rules = moderationRuleStore(connection);
  const outbox = createOutbox({ connection, source: "messaging", clock, stream, logger, faults });
  return {
    clock,
    config,
    faults,
    logger,
    metrics,
    transaction: transactionOn(connection),
    inTurn: inTurn({ endsTurn: isStoreUnavailable }),
    outbox,
    inbox: createInbox({ connection, clock, faults }),
    quotas: runtime.counters.quotas,
    escrow: createEscrowDesk({ connection, clock, faults }),
    texts: messageTexts(fieldCipher(env.secrets.contentKeys)),
    pseudonymKey: env.secrets.pseudonymKey,
    messages: messageStore(connection),
    sessions: chatSessionStore(connection),
    guards: textGuardStore(connection),
    blocks: blockListStore(connection),
    rules,
    activeRules: activeRules(rules, clock),
    snapshots: ruleSnapshotStore(connection),
    statusLog: statusLogStore(connection),
    statements: statementStore(connection),
    appeals: appealStore(connection),
    reports: reportStore(connection),
    cards: userCardStore(connection),
    closings: closingStore(connection),
    audit: auditLog({ connection, clock, outbox }),
  };
}
