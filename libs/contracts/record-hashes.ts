import { action } from "#libs/contract-kit/contract.ts";
import { timestamp } from "./shared.ts";

const hash = { type: "string", max: 64, nullable: true, description: "Hex; null while the rows are not all read" } as const;

/**
 * The running hashes of the append-only collections of a service. They leave the system with its heartbeat, so a rewritten row is noticed
 * outside.
 */
const getRecordHashesIn = (service: string) =>
  action({
    name: `${service}.getRecordHashes`,
    summary: `SHA-256 over the rows of the audit log of the ${service} service, and of its ledger, that are older than an instant`,
    params: { before: timestamp },
    returns: { type: "object", props: { audit: hash, ledger: hash } },
    errors: [],
  });

/** By service: all services with an audit log. The ledger is that of messaging. */
export const getRecordHashes = {
  account: getRecordHashesIn("account"),
  config: getRecordHashesIn("config"),
  content: getRecordHashesIn("content"),
  creator: getRecordHashesIn("creator"),
  messaging: getRecordHashesIn("messaging"),
  webhook: getRecordHashesIn("webhook"),
} as const;

export type RecordKeepingService = keyof typeof getRecordHashes;
