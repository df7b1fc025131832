import { type Constellation, dataOf, type Person } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Reply } from "#test/support/http.ts";

interface Told {
  readonly system: Pick<Constellation, "send" | "base">;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
}

/** Calls every route of notifications, so that it succeeds. */
export async function visitNotifications({ tour, fan }: Told): Promise<void> {
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
}
