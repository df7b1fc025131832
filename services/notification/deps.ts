import { HINTS } from "#libs/contracts/hints.ts";
import type { KeyedMutex } from "#libs/kernel/keyed-mutex.ts";
import { eventMutex } from "#libs/platform/events/on.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { type UserHints, userHints } from "#libs/platform/service/user-hints.ts";
import type { EmailProvider } from "#libs/providers/email/email-provider.ts";
import { emailSlot } from "#libs/providers/email/email-slot.ts";
import { type Mailbox, mailboxOf } from "#libs/providers/email/mailbox.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { type SmsProvider, smsSlot } from "#libs/providers/sms/sms-slot.ts";
import { type Shutdown, shutdown } from "./background/shutdown.ts";
import { type DispatchStore, dispatchStore } from "./data/dispatch.store.ts";
import { type NotificationStore, notificationStore } from "./data/notification.store.ts";
import { type PreferenceStore, preferenceStore } from "./data/preference.store.ts";
import { type RecipientStore, recipientStore } from "./data/recipient.store.ts";
import { type SubscriptionStore, subscriptionStore } from "./data/subscription.store.ts";
import { type MailTokens, mailTokens } from "./domain/mail-tokens.ts";
import { type MailComposer, mailComposer } from "./mail/mail-composer.ts";
import { type SubscriptionAddresses, subscriptionAddresses } from "./subscriptions/subscription-addresses.ts";
import { type FirstPages, firstPages } from "./views/first-pages.ts";

/** The dependencies of the actions, events and jobs of this service; each of them names the part it needs. */
export interface Deps extends Foundation<"inbox" | "outbox"> {
  /** By user id: every notification changes the totals of its user. */
  readonly mutex: KeyedMutex;
  readonly notifications: NotificationStore;
  readonly recipients: RecipientStore;
  readonly firstPages: FirstPages;
  readonly preferences: PreferenceStore;
  readonly dispatches: DispatchStore;
  readonly subscriptions: SubscriptionStore;
  readonly addresses: SubscriptionAddresses;
  readonly tokens: MailTokens;
  readonly mailComposer: MailComposer;
  readonly providers: { readonly email: Slot<EmailProvider>; readonly sms: Slot<SmsProvider> };
  /** Keeps a copy of every mail for tests; null in a process without test hooks. */
  readonly mailbox: Mailbox | null;
  /** For the notifications of a user. */
  readonly streamHints: UserHints;
  /** For the messages of a user. */
  readonly messageHints: UserHints;
  readonly shutdown: Shutdown;
}

/** The live ones, over the notification database. */
export function liveDeps(runtime: Runtime): Deps {
  const { config, env } = runtime;
  const foundation = createFoundation(runtime, { service: "notification", uses: ["outbox", "inbox"] });
  const { database, logger } = foundation;
  const [notifications, recipients] = [notificationStore(database), recipientStore(database)];
  const tokens = mailTokens(env.secrets.pseudonymKey);
  return {
    ...foundation,
    mutex: eventMutex(),
    notifications,
    recipients,
    firstPages: firstPages(notifications, recipients, logger),
    preferences: preferenceStore(database),
    dispatches: dispatchStore(database),
    subscriptions: subscriptionStore(database),
    addresses: subscriptionAddresses(runtime),
    tokens,
    mailComposer: mailComposer({ config, logger, tokens }),
    providers: { email: emailSlot(runtime), sms: smsSlot(runtime) },
    mailbox: env.testHooks ? mailboxOf(runtime) : null,
    streamHints: userHints(HINTS.streamNews),
    messageHints: userHints(HINTS.messageChanged),
    shutdown: shutdown(),
  };
}
