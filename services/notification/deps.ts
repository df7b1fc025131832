import type { ServiceBroker } from "moleculer";
import type { Logger } from "pino";
import type { ConfigReader } from "#libs/config/reader.ts";
import { type Ask, neighbours } from "#libs/contract-kit/neighbours.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import { turnsOfFacts } from "#libs/events/on.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { InTurn } from "#libs/kernel/in-turn.ts";
import type { Metrics } from "#libs/metrics/metrics.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { EmailProvider } from "#libs/providers/email/email-provider.ts";
import { emailSlot } from "#libs/providers/email/email-slot.ts";
import { type Mailbox, mailboxOf } from "#libs/providers/email/mailbox.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { type SmsProvider, smsSlot } from "#libs/providers/sms.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type Addresses, addresses } from "./addresses.ts";
import { type DispatchStore, dispatchStore } from "./data/dispatch.store.ts";
import { type NotificationStore, notificationStore } from "./data/notification.store.ts";
import { type PreferenceStore, preferenceStore } from "./data/preference.store.ts";
import { type RecipientStore, recipientStore } from "./data/recipient.store.ts";
import { type SubscriptionStore, subscriptionStore } from "./data/subscription.store.ts";
import { type MailTokens, mailTokens } from "./domain/mail-tokens.ts";
import { type Mails, mailsOf } from "./mail/mails.ts";
import { type News, news } from "./news.ts";

/** What the actions and events of the service work with; each of them names the part it needs. */
export interface Deps {
  readonly clock: Clock;
  readonly config: ConfigReader;
  readonly faults: FaultPoints;
  readonly logger: Logger;
  readonly transaction: Transaction;
  readonly metrics: Metrics;
  readonly inbox: Inbox;
  /** By user: whatever tells somebody something changes the totals of the same user. */
  readonly inTurn: InTurn;
  readonly outbox: Outbox;
  readonly notifications: NotificationStore;
  readonly recipients: RecipientStore;
  readonly preferences: PreferenceStore;
  readonly dispatches: DispatchStore;
  readonly subscriptions: SubscriptionStore;
  readonly addresses: Addresses;
  readonly tokens: MailTokens;
  readonly mails: Mails;
  readonly providers: { readonly email: Slot<EmailProvider>; readonly sms: Slot<SmsProvider> };
  /** Gets a copy of every mail in a process with test hooks. */
  readonly mailbox: Mailbox | null;
  readonly news: News;
  /** Rejects before the service has its broker. */
  readonly ask: Ask;
  /** The process is on its way down. */
  isStopping(): boolean;
  bind(broker: Pick<ServiceBroker, "call" | "broadcast"> & { readonly stopping?: boolean }): void;
}

/** The live ones, over the notification database. */
export function liveDeps(runtime: Runtime): Deps {
  const { clock, config, env, faults, metrics, stream } = runtime;
  const connection = runtime.database("notification");
  const logger = runtime.logger.child({ service: "notification" });
  const tokens = mailTokens(env.secrets.pseudonymKey);
  const hints = news();
  const others = neighbours();
  let isStopping = () => false;
  return {
    clock,
    config,
    faults,
    logger,
    metrics,
    transaction: transactionOn(connection),
    inbox: createInbox({ connection, clock, faults }),
    inTurn: turnsOfFacts(),
    outbox: createOutbox({ connection, source: "notification", clock, stream, logger, faults }),
    notifications: notificationStore(connection),
    recipients: recipientStore(connection),
    preferences: preferenceStore(connection),
    dispatches: dispatchStore(connection),
    subscriptions: subscriptionStore(connection),
    addresses: addresses(runtime),
    tokens,
    mails: mailsOf({ config, tokens }),
    providers: { email: emailSlot(runtime), sms: smsSlot(runtime) },
    mailbox: env.testHooks ? mailboxOf(runtime) : null,
    news: hints,
    ask: others.ask,
    isStopping: () => isStopping(),
    bind(broker) {
      isStopping = () => broker.stopping === true;
      others.bind(broker);
      hints.bind(broker);
    },
  };
}
