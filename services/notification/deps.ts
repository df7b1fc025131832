import type { Logger } from "pino";
import type { ConfigReader } from "#libs/config/reader.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type DispatchStore, dispatchStore } from "./data/dispatch.store.ts";
import { type NotificationStore, notificationStore } from "./data/notification.store.ts";
import { type PreferenceStore, preferenceStore } from "./data/preference.store.ts";
import { type RecipientStore, recipientStore } from "./data/recipient.store.ts";
import { type News, news } from "./news.ts";

/** What the actions and events of the service work with; each of them names the part it needs. */
export interface Deps {
  readonly clock: Clock;
  readonly config: ConfigReader;
  readonly faults: FaultPoints;
  readonly logger: Logger;
  readonly transaction: Transaction;
  readonly inbox: Inbox;
  readonly notifications: NotificationStore;
  readonly recipients: RecipientStore;
  readonly preferences: PreferenceStore;
  readonly dispatches: DispatchStore;
  readonly news: News;
}

/** The live ones, over the notification database. */
export function liveDeps({ clock, config, faults, logger, database }: Runtime): Deps {
  const connection = database("notification");
  return {
    clock,
    config,
    faults,
    logger: logger.child({ service: "notification" }),
    transaction: transactionOn(connection),
    inbox: createInbox({ connection, clock, faults }),
    notifications: notificationStore(connection),
    recipients: recipientStore(connection),
    preferences: preferenceStore(connection),
    dispatches: dispatchStore(connection),
    news: news(),
  };
}
