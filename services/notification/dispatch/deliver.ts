import { getContact } from "#libs/contracts/account.ts";
import type { EmailMode } from "#libs/contracts/notification.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { isLocale } from "#libs/i18n/locales.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { PreferenceDoc } from "../data/preference.model.ts";
import type { Deps } from "../deps.ts";
import { channelsOf, isCritical } from "../domain/preferences.ts";
import { emailModeOf } from "../email-mode.ts";
import { wordsOf } from "../mail/mails.ts";
import { gather } from "./gather.ts";

const ASK_MS = 2_000;
/** Notifications that a digest names. */
const MOST_IN_DIGEST = 50;
const MAX_SMS = 480;

export type DeliverDeps = Pick<
  Deps,
  | "ask"
  | "clock"
  | "config"
  | "dispatches"
  | "mails"
  | "preferences"
  | "providers"
  | "recipients"
  | "subscriptions"
  | "tokens"
  | "transaction"
> &
  Pick<Deps, "addresses" | "mailbox">;

/** What became of a dispatch; why it was skipped. */
export type Outcome = "SENT" | "GATHERED" | { readonly skipped: string };

const skip = (skipped: string): Outcome => ({ skipped });

/** Sends a dispatch, or says why not. Throws what the provider or a neighbour throws: then it is tried again. */
export function deliver(deps: DeliverDeps, dispatch: DispatchDoc): Promise<Outcome> {
  if (dispatch.kind === "CONFIRM_SUBSCRIPTION") return deliverConfirmation(deps, dispatch);
  if (dispatch.channel === "SMS") return deliverSms(deps, dispatch);
  // No application has told us its devices yet.
  if (dispatch.channel === "PUSH") return Promise.resolve(skip("NO_ADDRESS"));
  return deliverMail(deps, dispatch);
}

async function deliverMail(deps: DeliverDeps, dispatch: DispatchDoc): Promise<Outcome> {
  const { email, emailVerified, ...contact } = await contactOf(deps, dispatch);
  if (!contact.found) return skip("NO_USER");
  if (email === null || !emailVerified) return skip("NO_ADDRESS");
  const wish = dispatch.userId === null ? null : await deps.preferences.find(dispatch.userId);
  const mode = modeFor(deps, dispatch, wish);
  if (mode === "OFF") return skip("SWITCHED_OFF");
  const reader = { ...contact, email };
  if (dispatch.kind === "DIGEST") {
    const gathered = await deps.dispatches.gatheredIn(dispatch._id, MOST_IN_DIGEST);
    const wanted = gathered.filter((notice) => isWanted(notice, wish));
    if (wanted.length === 0) return skip("EMPTY");
    const unwanted = gathered.length - wanted.length;
    return send(deps, deps.mails.digest(dispatch, wanted, dispatch.items - unwanted, reader));
  }
  if (mode === "DAILY") return gather(deps, dispatch, contact.timezone);
  return send(deps, deps.mails.notice(dispatch, reader));
}

/** How the user wishes to get this mail now: whoever has ended mails since it was written gets no more of them. */
function modeFor({ config }: DeliverDeps, dispatch: DispatchDoc, wish: PreferenceDoc | null): EmailMode {
  if (dispatch.eventKey && isCritical(dispatch.eventKey)) return "INSTANT";
  return isWanted(dispatch, wish) ? emailModeOf(wish, config) : "OFF";
}

/** Whether mails of its key are on; a digest has none. */
function isWanted({ eventKey }: DispatchDoc, wish: PreferenceDoc | null): boolean {
  return eventKey === null || channelsOf(eventKey, wish?.switched).EMAIL;
}

async function deliverSms(deps: DeliverDeps, dispatch: DispatchDoc): Promise<Outcome> {
  const { found, phone, locale } = await contactOf(deps, dispatch);
  if (!found || phone === null) return skip(found ? "NO_ADDRESS" : "NO_USER");
  if (deps.providers.sms.activeName() === null) return skip("PROVIDER_OFF");
  const spoken = isLocale(locale) ? locale : DEFAULT_LOCALE;
  const [, body] = wordsOf(dispatch, spoken);
  await deps.providers.sms.use().send({ to: phone, text: body.slice(0, MAX_SMS), kind: dispatch.eventKey ?? "", locale: spoken });
  return "SENT";
}

async function deliverConfirmation(deps: DeliverDeps, dispatch: DispatchDoc): Promise<Outcome> {
  const found = dispatch.subscriptionId === null ? null : await deps.subscriptions.find(dispatch.subscriptionId);
  // A newer link has a dispatch of its own.
  if (found?.status !== "PENDING" || !dispatch.eventId.endsWith(`:${found.nonce}`)) return skip("OUTDATED");
  const { _id, nonce, locale } = found;
  const reader = { email: deps.addresses.open(found), locale };
  return send(deps, deps.mails.confirmation(dispatch, deps.tokens.confirm(_id, nonce), deps.tokens.leave(_id), reader));
}

async function send({ providers, mailbox }: DeliverDeps, email: Email): Promise<Outcome> {
  mailbox?.put(email);
  if (providers.email.activeName() === null) return skip("PROVIDER_OFF");
  await providers.email.use().send(email);
  return "SENT";
}

function contactOf({ ask }: DeliverDeps, { userId }: DispatchDoc) {
  return ask(getContact, { userId: userId ?? "" }, { timeout: ASK_MS });
}
