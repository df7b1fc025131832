import { uuid } from "#libs/kernel/ids.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { NotifiedUsers } from "../data/add-unread.ts";
import type { OutwardChannel } from "../data/dispatch.model.ts";
import type { PreferenceDoc } from "../data/preference.store.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { channelsOf, emailModeOf, isCritical } from "../domain/preferences.ts";

export type NotifyDeps = Pick<Deps, "clock" | "config" | "notifications" | "recipients" | "dispatches" | "streamHints">;

/** A notice of one event. */
export interface NoticeOfEvent {
  readonly notice: Notice;
  readonly envelope: Pick<EventEnvelope, "id" | "at">;
}

const OUTWARD_CHANNELS: readonly OutwardChannel[] = ["EMAIL", "PUSH", "SMS"];

/**
 * Notifies users through the channels that are on for the key of each notice. Deleted users are skipped. The number of commands does not
 * depend on the number of notices.
 */
export async function notifyUsers(deps: NotifyDeps, tx: Tx, all: readonly NoticeOfEvent[]): Promise<void> {
  const users = await deps.recipients.findNotified(tx, [...new Set(all.map(({ notice }) => notice.userId))]);
  const present = all.filter(({ notice }) => users.get(notice.userId)?.gone !== true);
  const preferencesOf = ({ notice }: NoticeOfEvent) => users.get(notice.userId)?.preferences ?? null;
  const channels = (one: NoticeOfEvent) => channelsOf(one.notice.eventKey, preferencesOf(one)?.switched);
  const inApp = present.filter((one) => channels(one).IN_APP);
  await insertNotifications(deps, tx, users, inApp);
  const now = deps.clock.now();
  const dispatches = present.flatMap((one) => {
    const { notice, envelope } = one;
    const { userId, eventKey, namedUserId, mailData } = notice;
    const data = mailData ? { ...notice.data, ...mailData } : notice.data;
    const dispatch = { kind: "NOTICE", eventId: envelope.id, userId, eventKey, data, namedUserId } as const;
    return OUTWARD_CHANNELS.filter((channel) => channels(one)[channel] && isOn(deps, channel, notice, preferencesOf(one))).map(
      (channel) => ({ ...dispatch, channel, happenedAt: new Date(envelope.at), nextAt: now, createdAt: now }),
    );
  });
  await deps.dispatches.insertEachOnce(tx, dispatches);
}

/** The e-mail mode applies to all mails but the critical ones. */
function isOn({ config }: NotifyDeps, channel: OutwardChannel, { eventKey }: Notice, preferences: PreferenceDoc | null): boolean {
  return channel !== "EMAIL" || isCritical(eventKey) || emailModeOf(preferences, config.read("notification.email_mode")) !== "OFF";
}

/** Adds notifications to the lists of their users. */
async function insertNotifications(deps: NotifyDeps, tx: Tx, users: NotifiedUsers, all: readonly NoticeOfEvent[]): Promise<void> {
  const userIds = all.map(({ notice }) => notice.userId);
  const seqs = await deps.recipients.addUnread(tx, users, userIds);
  const added = all.map(({ notice: { mailData: _, ...notice }, envelope }, index) => {
    const stored = { _id: uuid(), eventId: envelope.id, createdAt: new Date(envelope.at), seq: seqs[index] ?? 0 };
    return { ...notice, ...stored, read: false, readAt: null };
  });
  const known = await deps.notifications.insertEachOnce(tx, added);
  for (const { userId } of known) await deps.recipients.subtract(tx, userId, 1, 1);
  for (const userId of new Set(userIds)) deps.streamHints.sendAfterCommit(tx, userId);
}
