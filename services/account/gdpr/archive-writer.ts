import type { GdprRequest } from "../domain/gdpr-request.ts";
import { exportUrl } from "../domain/gdpr-request-view.ts";

/** Bytes of rows in one document: it travels as one message of the bus, where its quotation marks are escaped. */
const MOST_BYTES = 400_000;

/** Writes rows into documents of a bounded size, and hands each over when it is full. */
export interface ArchiveWriter {
  /** Lets the collections of a service appear, also when they are empty. */
  announce(service: string, collections: readonly string[]): void;
  add(service: string, collection: string, row: unknown): Promise<void>;
  /** Hands the last document over; how many there are. */
  finish(): Promise<number>;
}

type Services = Record<string, Record<string, unknown[]>>;

/** @param keep takes a document, by its number from 1 */
export function archiveWriter(
  { _id: requestId, userId, createdAt }: Pick<GdprRequest, "_id" | "userId" | "createdAt">,
  keep: (part: number, text: string) => Promise<void>,
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
  const close = (next: string | null) =>
    keep(part, JSON.stringify({ requestId, userId, requestedAt: createdAt.toISOString(), part, next, services }));

  return {
    announce(service, collections) {
      if (part === 1) for (const collection of collections) rowsOf(service, collection);
    },
    async add(service, collection, row) {
      const size = Buffer.byteLength(JSON.stringify(row));
      if (bytes > 0 && bytes + size > MOST_BYTES) {
        await close(exportUrl(requestId, part + 1));
        part += 1;
        services = {};
        bytes = 0;
      }
      rowsOf(service, collection).push(row);
      bytes += size;
    },
    async finish() {
      await close(null);
      return part;
    },
  };
}
