import { uuid } from "#libs/kernel/ids.ts";
import { mailTokens } from "#services/notification/domain/mail-tokens.ts";
import { headOfStream } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface NotificationTour {
  readonly system: Pick<TestSystem, "base" | "send" | "mailedToken" | "runtime">;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
}

/** Calls the routes of notifications, so that each succeeds once. */
export async function visitNotifications({ system, tour, fan }: NotificationTour): Promise<void> {
  // Once the reply and the refund have arrived, the list no longer changes.
  const first = await eventually(async () => {
    const reply = await fan.send("GET", "/notifications");
    tour.set("notification.list", reply);
    const { items, total } = dataOf<{ items: { id: string }[]; total: number }>(reply, 200);
    const [item] = items;
    if (!item || total < 2) throw new Error("notifications not complete yet");
    return item;
  });
  tour.set("notification.countUnread", await fan.send("GET", "/notifications/unread-count"));
  tour.set("notification.markRead", await fan.send("PATCH", `/notifications/${first.id}/read`));
  tour.set("notification.markAllRead", await fan.send("POST", "/notifications/read-all"));
  const preferences = [{ eventKey: "message_expired", channels: { EMAIL: true } }];
  tour.set("notification.setPreferences", await fan.send("PUT", "/notifications/preferences", { preferences }));
  tour.set("notification.getPreferences", await fan.send("GET", "/notifications/preferences"));
  await visitMails(system, tour, fan);
  tour.set(
    "notification.stream",
    await headOfStream(`${system.base}/api/v1/notifications/stream`, { authorization: `Bearer ${fan.token}` }),
  );
}

async function visitMails(
  { send, mailedToken, runtime }: NotificationTour["system"],
  tour: NotificationTour["tour"],
  { userId }: Person,
): Promise<void> {
  const email = `tour-${uuid().slice(-12)}@example.org`;
  const tokens = mailTokens(runtime.env.secrets.pseudonymKey);
  tour.set("notification.subscribeEmail", await send("POST", "/email-subscriptions", { body: { email } }));
  const token = await mailedToken(email, "confirm_subscription");
  tour.set("notification.confirmEmailSubscription", await send("POST", "/email-subscriptions/confirm", { body: { token } }));
  const leave = tokens.leaveToken(tokens.subscriptionIdOf(token));
  tour.set("notification.leaveEmailSubscription", await send("POST", `/email-subscriptions/unsubscribe/${leave}`));
  const unsubscribe = tokens.unsubscribeToken({ userId, eventKey: "message_expired" });
  tour.set("notification.unsubscribeMails", await send("POST", `/notifications/unsubscribe/${unsubscribe}`));
}
