import { implement } from "#libs/contract-kit/implement.ts";
import { subscribeEmail } from "#libs/contracts/notification.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { SubscriptionDoc } from "../data/subscription.model.ts";
import type { Deps } from "../deps.ts";

/** How long a subscription waits for its owner. */
const PENDING_MS = 7 * DAY;
/** Confirmation mails to one address: not sooner than this, and not more than so many while it waits. */
const PAUSE_MS = 5 * MINUTE;
const MOST_MAILS = 5;

type SubscribeDeps = Pick<Deps, "addresses" | "clock" | "dispatches" | "subscriptions" | "transaction">;

/** POST /email-subscriptions. Whether there is a mail, and whether the address is known, nobody learns from the answer. */
export const subscribeEmailAction = (deps: SubscribeDeps) =>
  implement(subscribeEmail, async ({ params: { email, locale = DEFAULT_LOCALE } }) => {
    try {
      await deps.transaction((tx) => ask(deps, tx, email, locale));
    } catch (error) {
      // The same address was asked for at the same time: the other request has sent the mail.
      if (!isDuplicateKey(error)) throw error;
    }
  });

async function ask(deps: SubscribeDeps, tx: Tx, email: string, locale: string): Promise<void> {
  const { addresses, clock, dispatches, subscriptions } = deps;
  const now = clock.now();
  const emailHash = addresses.hash(email);
  const found = await subscriptions.findByHash(tx, emailHash);
  const isOver = found?.expiresAt != null && found.expiresAt <= now;
  if (found && !isOver && !mayMail(found, now)) return;
  const link = { nonce: uuid(), mailedAt: now, expiresAt: new Date(now.getTime() + PENDING_MS), locale };
  let subscriptionId = found?._id;
  if (found) await subscriptions.renew(tx, found, { ...link, mails: isOver ? 1 : found.mails + 1 });
  else {
    subscriptionId = uuid();
    const fresh = { status: "PENDING", mails: 1, userId: null, createdAt: now, confirmedAt: null } as const;
    await subscriptions.insert(tx, {
      _id: subscriptionId,
      emailHash,
      emailSealed: addresses.seal(email, subscriptionId),
      ...link,
      ...fresh,
    });
  }
  const eventId = `subscription:${subscriptionId}:${link.nonce}`;
  const cause = { kind: "CONFIRM_SUBSCRIPTION", eventId, userId: null, channel: "EMAIL", subscriptionId: subscriptionId ?? null } as const;
  await dispatches.insertOnce(tx, { ...cause, happenedAt: now, nextAt: now, createdAt: now });
}

function mayMail({ status, mails, mailedAt }: SubscriptionDoc, now: Date): boolean {
  return status === "PENDING" && mails < MOST_MAILS && now.getTime() - mailedAt.getTime() >= PAUSE_MS;
}
