import type { DisabledReason } from "#libs/contracts/endpoint-events.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type SerializedCount, serializedCount } from "#libs/platform/mongo/serialized-count.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import { HEALTHY } from "../domain/endpoint-health.ts";
import { type EndpointDoc, endpoints } from "./endpoint.model.ts";

const isByFailures = (reason: DisabledReason | null): boolean => reason === "GONE" || reason === "FAILING";

export interface EndpointStore {
  /** Number of endpoints. Transactions that add an endpoint run this one after the other. */
  readonly count: SerializedCount;
  /** Calls back after each commit of an endpoint. */
  onChanged(listener: () => void): void;
  insert(tx: Tx, endpoint: EndpointDoc): Promise<void>;
  find(endpointId: string, tx?: Tx): Promise<EndpointDoc | null>;
  /** Id of an endpoint with an address or a host; null when there is none. Reads all; `webhook.max_endpoints` limits them. */
  findAt(urlOrHost: string): Promise<string | null>;
  /** A page of all endpoints, newest first. */
  list(page: PageRequest): Promise<{ readonly rows: EndpointDoc[]; readonly total: number }>;
  /** Every enabled endpoint; `webhook.max_endpoints` limits them. */
  listEnabled(): Promise<EndpointDoc[]>;
  /** How many endpoints fail or were disabled by failures, and since when the first does. Reads all; `webhook.max_endpoints` limits them. */
  failing(): Promise<{ readonly count: number; readonly since: Date | null }>;
  /** The kinds that any enabled endpoint subscribes to. */
  listSubscribedKinds(): Promise<string[]>;
  /** Ids of the enabled endpoints that subscribe to a kind. */
  listSubscribedIds(tx: Tx, kind: string): Promise<string[]>;
  /** The updated endpoint; null when there is none. */
  update(tx: Tx, endpointId: string, fields: Partial<Omit<EndpointDoc, "_id">>): Promise<EndpointDoc | null>;
  /** Clears the failures of an endpoint. */
  resetHealth(endpointId: string): Promise<void>;
  /**
   * Claims the one attempt that ends a pause, and extends the pause to `until` meanwhile. False when another process has
   * claimed it.
   */
  claimProbe(endpoint: Pick<EndpointDoc, "_id" | "pausedUntil">, until: Date): Promise<boolean>;
  /** The deleted endpoint; null when there was none. */
  delete(tx: Tx, endpointId: string): Promise<EndpointDoc | null>;
}

export function endpointStore(database: Collections): EndpointStore {
  const rows = database.collection(endpoints);
  let changed = () => undefined as void;
  const noteChange = (tx: Tx) => afterCommit(tx, () => changed());
  return {
    count: serializedCount(database, rows),
    onChanged(listener) {
      changed = listener;
    },
    async insert(tx, endpoint) {
      noteChange(tx);
      await rows.insert(endpoint, { tx });
    },
    find: (_id, tx) => rows.findOne({ _id }, { tx }),
    async findAt(urlOrHost) {
      const all = await rows.find<Pick<EndpointDoc, "_id" | "url">>({}, { projection: { url: 1 } });
      return all.find(({ url }) => url === urlOrHost || new URL(url).host === urlOrHost.toLowerCase())?._id ?? null;
    },
    async list(page) {
      const total = await rows.count({});
      return { rows: await rows.find({}, { sort: { createdAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit }), total };
    },
    listEnabled: () => rows.find({ enabled: true }),
    async failing() {
      const fields = { projection: { failingSince: 1, disabledReason: 1 } } as const;
      const all = await rows.find<Pick<EndpointDoc, "failingSince" | "disabledReason">>({}, fields);
      const failing = all.filter(({ failingSince, disabledReason }) => failingSince !== null || isByFailures(disabledReason));
      const since = failing.flatMap(({ failingSince }) => failingSince?.getTime() ?? []);
      return { count: failing.length, since: since.length === 0 ? null : new Date(Math.min(...since)) };
    },
    async listSubscribedKinds() {
      const found = await rows.find<Pick<EndpointDoc, "kinds">>({ enabled: true }, { projection: { kinds: 1 } });
      return [...new Set(found.flatMap(({ kinds }) => kinds))];
    },
    async listSubscribedIds(tx, kind) {
      const found = await rows.find<Pick<EndpointDoc, "_id">>({ kinds: kind, enabled: true }, { tx, projection: { _id: 1 } });
      return found.map(({ _id }) => _id);
    },
    update(tx, _id, fields) {
      noteChange(tx);
      return rows.findOneAndUpdate({ _id }, { $set: fields }, { tx, returnDocument: "after" });
    },
    async resetHealth(_id) {
      await rows.updateOne({ _id, failures: { $gt: 0 } }, { $set: HEALTHY });
    },
    async claimProbe({ _id, pausedUntil }, until) {
      const { modifiedCount } = await rows.updateOne({ _id, pausedUntil }, { $set: { pausedUntil: until } });
      return modifiedCount === 1;
    },
    delete: (tx, _id) => rows.findOneAndDelete({ _id }, { tx }),
  };
}
