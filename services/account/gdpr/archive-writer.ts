import type { GdprRequest } from "../domain/gdpr-request.ts";
import { exportUrl } from "../views/gdpr-request-view.ts";

/** Bytes of rows in one document. It travels in one bus message of at most a megabyte, in which quotation marks are escaped. */
const MAX_DOCUMENT_BYTES = 400_000;

/** Writes rows into JSON documents of a bounded size; each document names the next one. */
export interface ArchiveWriter {
  /** Names the collections of a service, so that empty ones appear too. */
  addCollections(service: string, collections: readonly string[]): void;
  addRow(service: string, collection: string, row: unknown): Promise<void>;
  /** Stores the last document. Returns how many there are. */
  finish(): Promise<number>;
}

type Services = Record<string, Record<string, unknown[]>>;

/** @param store called with each full document and its number, from 1 */
export function archiveWriter(
  { _id: requestId, userId, createdAt }: Pick<GdprRequest, "_id" | "userId" | "createdAt">,
  store: (part: number, text: string) => Promise<void>,
): ArchiveWriter {
  let part = 1;
  let services: Services = {};
  let bytes = 0;

  const rowsOf = (service: string, collection: string): unknown[] => {
    services[service] ??= {};
    const collections = services[service];
    collections[collection] ??= [];
    return collections[collection];
  };
  const storeDocument = (next: string | null) =>
    store(part, JSON.stringify({ requestId, userId, requestedAt: createdAt.toISOString(), part, next, services }));

  return {
    addCollections(service, collections) {
      if (part === 1) for (const collection of collections) rowsOf(service, collection);
    },
    async addRow(service, collection, row) {
      const size = Buffer.byteLength(JSON.stringify(row));
      if (bytes > 0 && bytes + size > MAX_DOCUMENT_BYTES) {
        await storeDocument(exportUrl(requestId, part + 1));
        part += 1;
        services = {};
        bytes = 0;
      }
      rowsOf(service, collection).push(row);
      bytes += size;
    },
    async finish() {
      await storeDocument(null);
      return part;
    },
  };
}
