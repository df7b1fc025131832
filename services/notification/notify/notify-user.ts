import { uuid } from "#libs/kernel/ids.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { OutwardChannel } from "../data/dispatch.model.ts";
import type { PreferenceDoc } from "../data/preference.store.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { channelsOf, emailModeOf, isCritical } from "../domain/preferences.ts";

export type NotifyDeps = Pick<Deps, "clock" | "config" | "notifications" | "recipients" | "preferences" | "dispatches" | "streamHints">;

/** A notice of one event. */
export interface NoticeOfEvent {
  readonly notice: Notice;
  readonly envelope: Pick<EventEnvelope, "id" | "at">;
}

const OUTWARD_CHANNELS: readonly OutwardChannel[] = ["EMAIL", "PUSH", "SMS"];

/**
 * Notifies users through the channels that are on for the key of each notice. Who is deleted gets none. The number of commands does not
 * depend on that of the notices.
 */
export async function notifyUsers(deps: NotifyDeps, tx: Tx, all: readonly NoticeOfEvent[]): Promise<void> {
  const preferences = await deps.preferences.findAll(userIdsOf(all), tx);
  const channels = ({ notice: { eventKey, userId } }: NoticeOfEvent) => channelsOf(eventKey, preferences.get(userId)?.switched);
  const inApp = all.filter((one) => channels(one).IN_APP);
  const gone = await deps.recipients.listGone(tx, userIdsOf(all.filter((one) => !inApp.includes(one))));
  for (const userId of await insertNotifications(deps, tx, inApp)) gone.add(userId);
  const now = deps.clock.now();
  const dispatches = all
    .filter(({ notice }) => !gone.has(notice.userId))
    .flatMap((one) => {
      const { notice, envelope } = one;
      const { userId, eventKey, data, namedUserId } = notice;
      const dispatch = { kind: "NOTICE", eventId: envelope.id, userId, eventKey, data, namedUserId } as const;
      return OUTWARD_CHANNELS.filter((channel) => channels(one)[channel] && isOn(deps, channel, notice, preferences.get(userId))).map(
        (channel) => ({ ...dispatch, channel, happenedAt: new Date(envelope.at), nextAt: now, createdAt: now }),
      );
    });
  await deps.dispatches.insertEachOnce(tx, dispatches);
}

/** The mode of mails decides about those that nobody has to get. */
function isOn({ config }: NotifyDeps, channel: OutwardChannel, { eventKey }: Notice, preferences: PreferenceDoc | undefined): boolean {
  return channel !== "EMAIL" || isCritical(eventKey) || emailModeOf(preferences ?? null, config.read("notification.email_mode")) !== "OFF";
}

/** Adds notifications to the lists of their users. Returns the users who are deleted. */
async function insertNotifications(deps: NotifyDeps, tx: Tx, all: readonly NoticeOfEvent[]): Promise<ReadonlySet<string>> {
  const { seqs, gone } = await deps.recipients.addUnread(
    tx,
    all.map(({ notice }) => notice.userId),
  );
  const added = all.flatMap(({ notice, envelope }, index) => {
    const seq = seqs[index] ?? null;
    if (seq === null) return [];
    return [{ ...notice, _id: uuid(), eventId: envelope.id, read: false, readAt: null, createdAt: new Date(envelope.at), seq }];
  });
  const known = await deps.notifications.insertEachOnce(tx, added);
  for (const { userId } of known) await deps.recipients.subtract(tx, userId, 1, 1);
  for (const userId of new Set(added.map(({ userId }) => userId))) deps.streamHints.sendAfterCommit(tx, userId);
  return gone;
}

function userIdsOf(all: readonly NoticeOfEvent[]): string[] {
  return [...new Set(all.map(({ notice }) => notice.userId))];
}
