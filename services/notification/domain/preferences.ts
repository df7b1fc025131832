import { CHANNELS, type Channel, type EmailMode, NOTIFICATION_KEYS, type NotificationKey } from "#libs/contracts/notification.ts";

export type Channels = Readonly<Record<Channel, boolean>>;

/** What a user has switched; the rest is as the table says. */
export type Switched = Partial<Record<NotificationKey, Partial<Channels>>>;

/** How users are told something unless they wish otherwise. */
interface Habit {
  readonly channels: Channels;
  /** About money or the account itself: what it is told through cannot be switched off. */
  readonly critical: boolean;
}

const habit = (on: readonly Channel[], critical = false): Habit => ({
  channels: Object.fromEntries(CHANNELS.map((channel) => [channel, on.includes(channel)])) as Channels,
  critical,
});

/** The table of notifications and channels. */
export const habits = {
  new_message_creator: habit(["IN_APP", "EMAIL"]),
  message_replied_fan: habit(["IN_APP", "EMAIL"]),
  message_rejected_refunded: habit(["IN_APP", "EMAIL"]),
  message_expired: habit(["IN_APP"]),
  payout_processed: habit(["IN_APP", "EMAIL"], true),
  email_subscription_confirm: habit(["IN_APP"]),
  moderation_appeal_decided: habit(["IN_APP", "EMAIL"], true),
  report_resolved: habit(["IN_APP"]),
  kyc_updated: habit(["IN_APP", "EMAIL"]),
  level_changed: habit(["IN_APP"]),
  account_deletion_scheduled: habit(["IN_APP", "EMAIL"], true),
  webhook_endpoint_failing: habit(["IN_APP", "EMAIL"]),
  webhook_endpoint_disabled: habit(["IN_APP", "EMAIL"], true),
} as const satisfies Record<NotificationKey, Habit>;

export function isCritical(eventKey: NotificationKey): boolean {
  return habits[eventKey].critical;
}

/** Where a user is told something of a key. A critical key keeps its channels whatever was switched before it became critical. */
export function channelsOf(eventKey: NotificationKey, switched: Switched | undefined): Channels {
  const { channels, critical } = habits[eventKey];
  const wished = { ...channels, ...switched?.[eventKey] };
  return critical ? withThose(wished, channels) : wished;
}

function withThose(wished: Channels, kept: Channels): Channels {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, wished[channel] || kept[channel]])) as Channels;
}

/** Whether a wish would switch off what is critical. */
export function silencesCritical(eventKey: NotificationKey, wish: Partial<Record<Channel, boolean | undefined>>): boolean {
  const { channels, critical } = habits[eventKey];
  return critical && CHANNELS.some((channel) => channels[channel] && wish[channel] === false);
}

/** The preferences as they are shown, every key of them. */
export function preferencesOf(switched: Switched | undefined, emailMode: EmailMode) {
  const preferences = NOTIFICATION_KEYS.map((eventKey) => ({
    eventKey,
    channels: channelsOf(eventKey, switched),
    critical: isCritical(eventKey),
  }));
  return { preferences, emailMode };
}
