import { uuid } from "#libs/kernel/ids.ts";
import { mailTokens } from "#services/notification/domain/mail-tokens.ts";
import { type Constellation, dataOf, type Person } from "#test/support/constellation.ts";
import { openEventSource } from "#test/support/event-source.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Reply } from "#test/support/http.ts";

interface Told {
  readonly system: Pick<Constellation, "base" | "send" | "mailedToken" | "runtime">;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
}

/** Calls every route of notifications, so that it succeeds. */
export async function visitNotifications({ system, tour, fan }: Told): Promise<void> {
  // The answer and the refund: when both are there, the list stands still.
  const first = await eventually(async () => {
    const reply = await fan.send("GET", "/notifications");
    tour.set("notification.list", reply);
    const { items, total } = dataOf<{ items: { id: string }[]; total: number }>(reply, 200);
    const [item] = items;
    if (!item || total < 2) throw new Error("not told of everything yet");
    return item;
  });
  tour.set("notification.countUnread", await fan.send("GET", "/notifications/unread-count"));
  tour.set("notification.markRead", await fan.send("PATCH", `/notifications/${first.id}/read`));
  tour.set("notification.markAllRead", await fan.send("POST", "/notifications/read-all"));
  const preferences = [{ eventKey: "message_expired", channels: { EMAIL: true } }];
  tour.set("notification.setPreferences", await fan.send("PUT", "/notifications/preferences", { preferences }));
  tour.set("notification.getPreferences", await fan.send("GET", "/notifications/preferences"));
  await visitMails(system, tour, fan);
  tour.set("notification.stream", await beginningOf(`${system.base}/api/v1/notifications/stream`, fan.token));
}

async function visitMails({ send, mailedToken, runtime }: Told["system"], tour: Told["tour"], { userId }: Person): Promise<void> {
  const email = `tour-${uuid().slice(-12)}@example.org`;
  const tokens = mailTokens(runtime.env.secrets.pseudonymKey);
  tour.set("notification.subscribeEmail", await send("POST", "/email-subscriptions", { body: { email } }));
  const token = await mailedToken(email, "confirm_subscription");
  tour.set("notification.confirmEmailSubscription", await send("POST", "/email-subscriptions/confirm", { body: { token } }));
  const leave = tokens.leave(tokens.subscriptionOf(token));
  tour.set("notification.leaveEmailSubscription", await send("POST", `/email-subscriptions/unsubscribe/${leave}`));
  const unsubscribe = tokens.unsubscribe({ userId, eventKey: "message_expired" });
  tour.set("notification.unsubscribeMails", await send("POST", `/notifications/unsubscribe/${unsubscribe}`));
}

/** The answer of a stream as far as it is there at once: it has no end, and its body is no JSON. */
async function beginningOf(url: string, token: string): Promise<Reply> {
  const source = await openEventSource(url, { authorization: `Bearer ${token}` });
  source.close();
  return { status: source.status, headers: source.headers, cookies: [], body: undefined as never };
}
