import { CHANNELS, type Channel, EMAIL_MODES, type EmailMode, type NotificationKey } from "#libs/contracts/notification/index.ts";

type Channels = Readonly<Record<Channel, boolean>>;

/** The switches that a user has set; the defaults apply to all others. */
export type ChannelSwitches = Partial<Record<NotificationKey, Partial<Channels>>>;

interface ChannelDefault {
  readonly channels: Channels;
  /** True for money and the account itself: the default channels cannot be switched off. */
  readonly critical: boolean;
}

const on = (channels: readonly Channel[]): ChannelDefault => ({
  channels: Object.fromEntries(CHANNELS.map((channel) => [channel, channels.includes(channel)])) as Channels,
  critical: false,
});
const critical = (channels: readonly Channel[]): ChannelDefault => ({ ...on(channels), critical: true });

/** The channels of each notification for users who have set nothing. @internal exported for tests */
export const CHANNEL_DEFAULTS = {
  new_message_creator: on(["IN_APP", "EMAIL"]),
  message_replied_fan: on(["IN_APP", "EMAIL"]),
  message_rejected_refunded: on(["IN_APP", "EMAIL"]),
  message_expired: on(["IN_APP"]),
  payout_processed: critical(["IN_APP", "EMAIL"]),
  email_subscription_confirm: on(["IN_APP"]),
  moderation_appeal_decided: critical(["IN_APP", "EMAIL"]),
  report_resolved: on(["IN_APP"]),
  kyc_updated: on(["IN_APP", "EMAIL"]),
  level_changed: on(["IN_APP"]),
  account_deletion_scheduled: critical(["IN_APP", "EMAIL"]),
  account_deletion_cancelled: critical(["IN_APP", "EMAIL"]),
  webhook_endpoint_failing: on(["IN_APP", "EMAIL"]),
  webhook_endpoint_disabled: critical(["IN_APP", "EMAIL"]),
  support_answered: on(["IN_APP", "EMAIL"]),
  message_sent_fan: on(["EMAIL"]),
  message_expiring: on(["IN_APP", "EMAIL"]),
  wallet_topped_up: on(["EMAIL"]),
  guard_tripped: critical(["IN_APP", "EMAIL"]),
  closing_money: critical(["IN_APP", "EMAIL"]),
  topup_review: critical(["IN_APP", "EMAIL"]),
  topup_returned: critical(["IN_APP", "EMAIL"]),
  refund_failed: on(["IN_APP", "EMAIL"]),
  refund_sent: critical(["IN_APP", "EMAIL"]),
  wallet_corrected: critical(["IN_APP", "EMAIL"]),
  debt_written_off: critical(["IN_APP", "EMAIL"]),
  price_given_back: critical(["IN_APP", "EMAIL"]),
  chargeback_opened: critical(["IN_APP", "EMAIL"]),
  chargeback_resolved: critical(["IN_APP", "EMAIL"]),
  earnings_on_hold: critical(["IN_APP", "EMAIL"]),
  earnings_reversed: critical(["IN_APP", "EMAIL"]),
  payout_requested: critical(["IN_APP", "EMAIL"]),
  payout_failed: critical(["IN_APP", "EMAIL"]),
  payout_destination_changed: critical(["IN_APP", "EMAIL"]),
  payee_action_required: on(["IN_APP", "EMAIL"]),
  security_new_login: critical(["IN_APP", "EMAIL"]),
  staff_factor_enrolled: critical(["IN_APP", "EMAIL"]),
  staff_joined: critical(["IN_APP", "EMAIL"]),
  security_changed: critical(["IN_APP"]),
} as const satisfies Record<NotificationKey, ChannelDefault>;

/** A stored key that this version does not know is not critical: its reader gets a neutral text on all channels. */
function defaultsOf(eventKey: NotificationKey): ChannelDefault {
  return Object.hasOwn(CHANNEL_DEFAULTS, eventKey) ? CHANNEL_DEFAULTS[eventKey] : on(CHANNELS);
}

export function isCritical(eventKey: NotificationKey): boolean {
  return defaultsOf(eventKey).critical;
}

/**
 * The channels of a key for a user. The default channels of a critical key stay on, even if they were switched off before it became
 * critical.
 */
export function channelsOf(eventKey: NotificationKey, switched: ChannelSwitches | undefined): Channels {
  const defaults = defaultsOf(eventKey);
  const chosen = { ...defaults.channels, ...switched?.[eventKey] };
  if (!defaults.critical) return chosen;
  return Object.fromEntries(CHANNELS.map((channel) => [channel, chosen[channel] || defaults.channels[channel]])) as Channels;
}

/** Whether the switches would turn off a default channel of a critical key. */
export function disablesCritical(eventKey: NotificationKey, switches: Partial<Record<Channel, boolean | undefined>>): boolean {
  const defaults = defaultsOf(eventKey);
  return defaults.critical && CHANNELS.some((channel) => defaults.channels[channel] && switches[channel] === false);
}

/** The e-mail mode of a user: the chosen one, else that of the platform. */
export function emailModeOf(preferences: { readonly emailMode: EmailMode | null } | null, platformMode: string): EmailMode {
  const mode = preferences?.emailMode ?? platformMode;
  return EMAIL_MODES.find((known) => known === mode) ?? "INSTANT";
}
