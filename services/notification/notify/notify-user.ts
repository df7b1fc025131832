import { uuid } from "#libs/kernel/ids.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { OutwardChannel } from "../data/dispatch.model.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { channelsOf, emailModeOf, isCritical } from "../domain/preferences.ts";

export type NotifyDeps = Pick<Deps, "clock" | "config" | "notifications" | "recipients" | "preferences" | "dispatches" | "streamHints">;

const OUTWARD_CHANNELS: readonly OutwardChannel[] = ["EMAIL", "PUSH", "SMS"];

/** Notifies a user of an event through the channels that are on for its key. */
export async function notifyUser(deps: NotifyDeps, tx: Tx, envelope: EventEnvelope, notice: Notice): Promise<void> {
  const { userId, eventKey, data, namedUserId } = notice;
  if (await deps.recipients.isDeleted(tx, userId)) return;
  const preferences = await deps.preferences.find(userId, tx);
  const channels = channelsOf(eventKey, preferences?.switched);
  const happenedAt = new Date(envelope.at);
  if (channels.IN_APP) await insertNotification(deps, tx, envelope.id, happenedAt, notice);
  const emailMode = emailModeOf(preferences, deps.config.read("notification.email_mode"));
  const isOn = (channel: OutwardChannel) => channels[channel] && (channel !== "EMAIL" || emailMode !== "OFF" || isCritical(eventKey));
  const now = deps.clock.now();
  const dispatch = { kind: "NOTICE", eventId: envelope.id, userId, eventKey, data, namedUserId } as const;
  for (const channel of OUTWARD_CHANNELS.filter(isOn)) {
    await deps.dispatches.insertOnce(tx, { ...dispatch, channel, happenedAt, nextAt: now, createdAt: now });
  }
}

/** Adds a notification to the list of its user, unless the event has done so before. */
async function insertNotification(deps: NotifyDeps, tx: Tx, eventId: string, createdAt: Date, notice: Notice): Promise<void> {
  const seq = await deps.recipients.addUnread(tx, notice.userId);
  const notification = { ...notice, _id: uuid(), eventId, read: false, readAt: null, createdAt, seq };
  if (await deps.notifications.insertOnce(tx, notification)) deps.streamHints.sendAfterCommit(tx, notice.userId);
  else await deps.recipients.subtract(tx, notice.userId, 1, 1);
}
