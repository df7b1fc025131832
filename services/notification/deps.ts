import type { Logger } from "pino";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type NotificationStore, notificationStore } from "./data/notification.store.ts";
import { type RecipientStore, recipientStore } from "./data/recipient.store.ts";

/** What the actions and events of the service work with; each of them names the part it needs. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly transaction: Transaction;
  readonly inbox: Inbox;
  readonly notifications: NotificationStore;
  readonly recipients: RecipientStore;
}

/** The live ones, over the notification database. */
export function liveDeps({ clock, faults, logger, database }: Runtime): Deps {
  const connection = database("notification");
  return {
    clock,
    logger: logger.child({ service: "notification" }),
    transaction: transactionOn(connection),
    inbox: createInbox({ connection, clock, faults }),
    notifications: notificationStore(connection),
    recipients: recipientStore(connection),
  };
}
