import { implement } from "#libs/contract-kit/implement.ts";
import { subscribeEmail } from "#libs/contracts/notification/index.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { SubscriptionDoc } from "../data/subscription.model.ts";
import type { Deps } from "../deps.ts";

/** Validity of a confirmation link. */
const PENDING_MS = 7 * DAY;
/** Shortest time between two confirmation mails to one address. */
const MAIL_INTERVAL_MS = 5 * MINUTE;
/** Most confirmation mails to one address while its subscription is pending. */
const MAX_MAILS = 5;

type SubscribeDeps = Pick<Deps, "addresses" | "clock" | "dispatches" | "subscriptions" | "transaction">;

/** POST /email-subscriptions. The answer reveals neither whether the address is known nor whether a mail is sent. */
export const subscribeEmailAction = (deps: SubscribeDeps) =>
  implement(subscribeEmail, async ({ params: { email, locale = DEFAULT_LOCALE } }) => {
    try {
      await deps.transaction((tx) => requestConfirmation(deps, tx, email, locale));
    } catch (error) {
      // A parallel request for the same address has sent the mail.
      if (!isDuplicateKey(error)) throw error;
    }
  });

async function requestConfirmation(deps: SubscribeDeps, tx: Tx, email: string, locale: string): Promise<void> {
  const { addresses, clock, dispatches, subscriptions } = deps;
  const now = clock.now();
  const emailHash = addresses.hash(email);
  const existing = await subscriptions.findByHash(tx, emailHash);
  const isExpired = existing?.expiresAt != null && existing.expiresAt <= now;
  if (existing && !isExpired && !mayMail(existing, now)) return;
  const subscriptionId = existing?._id ?? uuid();
  const mails = existing && !isExpired ? existing.mails + 1 : 1;
  const link = { nonce: uuid(), mailedAt: now, expiresAt: new Date(now.getTime() + PENDING_MS), locale, mails };
  if (existing) await subscriptions.replaceLink(tx, subscriptionId, link);
  else {
    const emailSealed = addresses.seal(email, subscriptionId);
    const state = { status: "PENDING", userId: null, createdAt: now, confirmedAt: null } as const;
    await subscriptions.insert(tx, { _id: subscriptionId, emailHash, emailSealed, ...link, ...state });
  }
  const eventId = `subscription:${subscriptionId}:${link.nonce}`;
  const dispatch = { kind: "CONFIRM_SUBSCRIPTION", eventId, userId: null, channel: "EMAIL", subscriptionId } as const;
  await dispatches.insertOnce(tx, { ...dispatch, happenedAt: now, nextAt: now, createdAt: now });
}

function mayMail({ status, mails, mailedAt }: SubscriptionDoc, now: Date): boolean {
  return status === "PENDING" && mails < MAX_MAILS && now.getTime() - mailedAt.getTime() >= MAIL_INTERVAL_MS;
}
