import type { Connection } from "mongoose";
import { openDatabase } from "#libs/mongo/connect.ts";
import { checkMessages } from "#test/invariants/check-messages.ts";
import type { Acknowledged } from "./cast.ts";

const SERVICES = ["config", "account", "creator", "messaging", "notification", "webhook", "content"] as const;

export interface Inspector {
  /** Facts that no relay has published yet, and paid messages that nobody has ended. */
  unrest(): Promise<number>;
  /** Breaches of M1-M9, of N1, and acknowledged messages that are gone. */
  findings(acknowledged: readonly Acknowledged[]): Promise<string[]>;
  close(): Promise<void>;
}

/** Looks into the databases of a system at rest, past its interface. */
export async function inspector(url: string, prefix: string): Promise<Inspector> {
  const open = async (service: string) => openDatabase({ url, name: `${prefix}${service}` }).asPromise();
  const databases = new Map(await Promise.all(SERVICES.map(async (service) => [service, await open(service)] as const)));
  const of = (service: (typeof SERVICES)[number]): Connection => {
    const found = databases.get(service);
    if (!found) throw new Error(`no database of ${service}`);
    return found;
  };
  return {
    async unrest() {
      const outboxes = SERVICES.map((service) => of(service).collection("outbox").countDocuments({ publishedAt: null }));
      const open = of("messaging").collection("messages").countDocuments({ status: "ESCROWED" });
      return (await Promise.all([...outboxes, open])).reduce((sum, count) => sum + count, 0);
    },
    async findings(acknowledged) {
      return [
        ...(await checkMessages(of("messaging"))),
        ...(await lost(of("messaging"), acknowledged)),
        ...(await mistold(of("messaging"), of("notification"))),
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

async function lost(messaging: Connection, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const rows = await messaging.collection<Message>("messages").find().toArray();
  const there = new Set(rows.map(({ _id }) => _id));
  return acknowledged.filter(({ messageId }) => !there.has(messageId)).map(({ messageId }) => `lost: ${messageId} was acknowledged`);
}

/** The notifications that what has become of a message makes; a rejection is told with its refund only (spec 6.1). */
function toldOf({ status, priceSnapshot }: Message): string[] {
  if (status === "COMPLETED") return ["message_replied_fan"];
  if (status === "REJECTED") return priceSnapshot === null ? [] : ["message_rejected_refunded"];
  return status === "EXPIRED" ? ["message_expired", "message_expired"] : [];
}

async function mistold(messaging: Connection, notification: Connection): Promise<string[]> {
  const notices = await notification
    .collection<{ eventKey: string; data: { messageId?: string } | null }>("notifications")
    .find()
    .toArray();
  const told = new Map<string, string[]>();
  for (const { eventKey, data } of notices) {
    if (data?.messageId) told.set(data.messageId, [...(told.get(data.messageId) ?? []), eventKey]);
  }
  const messages = await messaging.collection<Message>("messages").find().toArray();
  return messages.flatMap((message) => {
    const { _id, status } = message;
    const expected = ["new_message_creator", ...toldOf(message)].sort().join();
    const seen = (told.get(_id) ?? []).sort().join();
    return expected === seen ? [] : [`N1: ${_id} (${status}) told ${seen || "nothing"}, expected ${expected}`];
  });
}
