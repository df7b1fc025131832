import type { EmailMode } from "#libs/contracts/notification/index.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { cutText } from "#libs/kernel/readable-text.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { PreferenceDoc } from "../data/preference.store.ts";
import type { Deps } from "../deps.ts";
import { channelsOf, emailModeOf, isCritical } from "../domain/preferences.ts";
import { notificationText } from "../views/notification-text.ts";
import { addToDigest } from "./add-to-digest.ts";
import type { ReaderDeps, Readers } from "./readers.ts";

/** Notifications that the mail of a digest lists. */
const MAX_DIGEST_ITEMS = 50;
const MAX_SMS_LENGTH = 480;

export type DeliverDeps = ReaderDeps &
  Pick<
    Deps,
    | "addresses"
    | "clock"
    | "config"
    | "dispatches"
    | "logger"
    | "mailbox"
    | "mailComposer"
    | "providers"
    | "recipients"
    | "subscriptions"
    | "tokens"
    | "transaction"
  >;

/** The result of an attempt, with the reason when the dispatch was skipped. */
export type DeliveryOutcome = "SENT" | "GATHERED" | { readonly skipped: string };

const skip = (skipped: string): DeliveryOutcome => ({ skipped });

/** Sends a dispatch, adds it to a digest or skips it. Rejects when a provider or another service fails; a retry follows. */
export function deliver(deps: DeliverDeps, dispatch: DispatchDoc, readers: Readers): Promise<DeliveryOutcome> {
  if (dispatch.kind === "CONFIRM_SUBSCRIPTION") return deliverConfirmation(deps, dispatch);
  if (dispatch.channel === "SMS") return deliverSms(deps, dispatch, readers);
  // No client application registers its devices yet.
  if (dispatch.channel === "PUSH") return Promise.resolve(skip("NO_ADDRESS"));
  return deliverMail(deps, dispatch, readers);
}

async function deliverMail(deps: DeliverDeps, dispatch: DispatchDoc, readers: Readers): Promise<DeliveryOutcome> {
  const { contact, preferences } = await readers(dispatch);
  const { email, emailVerified } = contact;
  if (!contact.found) return skip("NO_USER");
  if (email === null || !emailVerified) return skip("NO_ADDRESS");
  const mode = modeOf(deps, dispatch, preferences);
  if (mode === "OFF") return skip("SWITCHED_OFF");
  const reader = { ...contact, email };
  if (dispatch.kind === "DIGEST") {
    const notices = await deps.dispatches.listInDigest(dispatch._id, MAX_DIGEST_ITEMS);
    const wanted = notices.filter((notice) => isWanted(notice, preferences));
    if (wanted.length === 0) return skip("EMPTY");
    const unwanted = notices.length - wanted.length;
    return send(deps, deps.mailComposer.digest(dispatch, wanted, dispatch.items - unwanted, reader));
  }
  if (mode === "DAILY") return addToDigest(deps, dispatch, contact.timezone);
  return send(deps, deps.mailComposer.notice(dispatch, reader));
}

/** The e-mail mode of a dispatch by the current preferences: the user may have ended mails since it was stored. */
function modeOf({ config }: DeliverDeps, dispatch: DispatchDoc, preferences: PreferenceDoc | null): EmailMode {
  if (dispatch.eventKey && isCritical(dispatch.eventKey)) return "INSTANT";
  return isWanted(dispatch, preferences) ? emailModeOf(preferences, config.read("notification.email_mode")) : "OFF";
}

/** Whether mails of its key are on; a digest has none. */
function isWanted({ eventKey }: DispatchDoc, preferences: PreferenceDoc | null): boolean {
  return eventKey === null || channelsOf(eventKey, preferences?.switched).EMAIL;
}

async function deliverSms(deps: DeliverDeps, dispatch: DispatchDoc, readers: Readers): Promise<DeliveryOutcome> {
  const { contact } = await readers(dispatch);
  if (!contact.found) return skip("NO_USER");
  if (contact.phone === null) return skip("NO_ADDRESS");
  if (deps.providers.sms.activeName() === null) return skip("PROVIDER_OFF");
  const locale = isLocale(contact.locale) ? contact.locale : DEFAULT_LOCALE;
  const text = cutText(notificationText(dispatch, locale, deps.logger, contact.timezone).body, MAX_SMS_LENGTH);
  await deps.providers.sms.use().send({ to: contact.phone, text, kind: dispatch.eventKey ?? "", locale });
  return "SENT";
}

async function deliverConfirmation(deps: DeliverDeps, dispatch: DispatchDoc): Promise<DeliveryOutcome> {
  const subscription = dispatch.subscriptionId === null ? null : await deps.subscriptions.find(dispatch.subscriptionId);
  // A newer link has its own dispatch.
  if (subscription?.status !== "PENDING" || !dispatch.eventId.endsWith(`:${subscription.nonce}`)) return skip("OUTDATED");
  const { _id, nonce, locale } = subscription;
  const tokens = { confirm: deps.tokens.confirmToken(_id, nonce), leave: deps.tokens.leaveToken(_id) };
  return send(deps, deps.mailComposer.confirmation(dispatch, tokens, { email: deps.addresses.open(subscription), locale }));
}

async function send({ providers, mailbox }: DeliverDeps, email: Email): Promise<DeliveryOutcome> {
  mailbox?.put(email);
  if (providers.email.activeName() === null) return skip("PROVIDER_OFF");
  await providers.email.use().send(email);
  return "SENT";
}
