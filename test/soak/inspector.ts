import type { Connection } from "mongoose";
import { openDatabase } from "#libs/platform/mongo/connect.ts";
import { checkMessages } from "../invariants/check-messages.ts";
import type { AcknowledgedMessage } from "./soak-users.ts";

const SERVICES = ["config", "account", "creator", "messaging", "notification", "webhook", "content"] as const;

export interface Inspector {
  /** The number of unpublished events, and of open paid messages. */
  pendingWork(): Promise<number>;
  /**
   * Violations of M1-M9 and N1, acknowledged but lost messages, and metrics that are wrong or missing.
   * @param figures the metrics of each process
   */
  findings(acknowledged: readonly Pick<AcknowledgedMessage, "messageId">[], figures: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** Reads the databases of a system directly. */
export async function inspector(url: string, prefix: string): Promise<Inspector> {
  const open = async (service: string) => openDatabase({ url, name: `${prefix}${service}` }).asPromise();
  const databases = new Map(await Promise.all(SERVICES.map(async (service) => [service, await open(service)] as const)));
  const of = (service: (typeof SERVICES)[number]): Connection => {
    const connection = databases.get(service);
    if (!connection) throw new Error(`no database of ${service}`);
    return connection;
  };
  return {
    async pendingWork() {
      const outboxes = SERVICES.map((service) => of(service).collection("outbox").countDocuments({ publishedAt: null }));
      const open = of("messaging").collection("messages").countDocuments({ status: "ESCROWED" });
      return (await Promise.all([...outboxes, open])).reduce((sum, count) => sum + count, 0);
    },
    async findings(acknowledged, figures) {
      return [
        ...(await checkMessages(of("messaging"))),
        ...(await lostMessages(of("messaging"), acknowledged)),
        ...(await wrongNotifications(of("messaging"), of("notification"))),
        ...wrongFigures(figures, await held(of("messaging"))),
      ];
    },
    close: async () => void (await Promise.all([...databases.values()].map((connection) => connection.close()))),
  };
}

interface Message {
  readonly _id: string;
  readonly status: string;
  readonly priceSnapshot: number | null;
}

async function lostMessages(messaging: Connection, acknowledged: readonly Pick<AcknowledgedMessage, "messageId">[]): Promise<string[]> {
  const rows = await messaging.collection<Message>("messages").find().toArray();
  const stored = new Set(rows.map(({ _id }) => _id));
  return acknowledged.filter(({ messageId }) => !stored.has(messageId)).map(({ messageId }) => `lost: ${messageId} was acknowledged`);
}

/** The notifications about the end of a message. A rejection notifies only of its refund (spec 6.1). */
function notificationsOf({ status, priceSnapshot }: Message): string[] {
  if (status === "COMPLETED") return ["message_replied_fan"];
  if (status === "REJECTED") return priceSnapshot === null ? [] : ["message_rejected_refunded"];
  return status === "EXPIRED" ? ["message_expired", "message_expired"] : [];
}

async function wrongNotifications(messaging: Connection, notification: Connection): Promise<string[]> {
  const notifications = await notification
    .collection<{ eventKey: string; data: { messageId?: string } | null }>("notifications")
    .find()
    .toArray();
  const actual = new Map<string, string[]>();
  for (const { eventKey, data } of notifications) {
    if (data?.messageId) actual.set(data.messageId, [...(actual.get(data.messageId) ?? []), eventKey]);
  }
  const messages = await messaging.collection<Message>("messages").find().toArray();
  return messages.flatMap((message) => {
    const { _id, status } = message;
    const expected = ["new_message_creator", ...notificationsOf(message)].sort().join();
    const received = (actual.get(_id) ?? []).sort().join();
    return expected === received ? [] : [`N1: ${_id} (${status}) notified ${received || "nothing"}, expected ${expected}`];
  });
}

/** The prices of open messages, in minor units. */
async function held(messaging: Connection): Promise<number> {
  const open = await messaging
    .collection<Message>("messages")
    .find({ status: { $in: ["ESCROWED", "QUARANTINED"] } })
    .toArray();
  return open.reduce((sum, { priceSnapshot }) => sum + Number(priceSnapshot ?? 0), 0);
}

/** Services whose events wait in an outbox of their own. */
export const OUTBOXES = ["account", "config", "content", "creator", "messaging", "notification", "webhook"];

/** A missing metric is as bad as a wrong one: alarms would stay silent. */
function wrongFigures(figures: readonly string[], escrow: number): string[] {
  const expected = new Map([
    ["escrow_held_minor_units", escrow],
    ["ledger_imbalance_minor_units", 0],
    ...OUTBOXES.map((service) => [`outbox_pending{service="${service}"}`, 0] as const),
  ]);
  const lines = figures.flatMap((text) => text.split("\n"));
  return [...expected].flatMap(([sample, value]) => {
    const shown = lines.filter((line) => line.startsWith(`${sample} `)).map((line) => Number(line.slice(sample.length)));
    if (shown.length === 0) return [`${sample}: no process shows it`];
    return shown.filter((each) => each !== value).map((each) => `${sample}: ${each} instead of ${value}`);
  });
}
