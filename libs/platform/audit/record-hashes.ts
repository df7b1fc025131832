import { type Implementation, implement } from "#libs/contract-kit/implement.ts";
import { getRecordHashes, type RecordKeepingService } from "#libs/contracts/record-hashes.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { paced } from "#libs/platform/jobs/paced.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { auditLines } from "./audit-log.ts";
import { runningHash } from "./running-hash.store.ts";

/** A ledger; see `Records` in running-hash.store.ts. */
export type LedgerCollection = Pick<CollectionDefinition<{ readonly _id: string }>, "name"> & { readonly schema: object };

interface RecordDeps {
  readonly database: Collections;
  readonly logger: Logger;
}

/** The action and the job by which a rewritten row of the audit log, or of the ledger, is noticed outside the system. */
export function recordHashes(
  service: RecordKeepingService,
  { database, logger }: RecordDeps,
  ledger: LedgerCollection | undefined,
): { readonly action: Implementation; readonly job: Job } {
  const auditHash = runningHash(database, auditLines);
  const ledgerHash = ledger && runningHash(database, ledger as CollectionDefinition<{ readonly _id: string }>);
  const check = async () => {
    for (const [name, hash] of [["audit_log", auditHash] as const, ...(ledger && ledgerHash ? [[ledger.name, ledgerHash] as const] : [])])
      if (!(await hash.check())) logger.error({ collection: name }, "append-only rows were changed; their running hash begins anew");
  };
  return {
    action: implement(getRecordHashes[service], async ({ params }) => {
      const before = new Date(params.before);
      return { audit: await auditHash.upTo(before), ledger: (await ledgerHash?.upTo(before)) ?? null };
    }),
    job: { name: `${service}.check-records`, everyMs: 10 * MINUTE, run: paced(check) },
  };
}

export function keepsRecords(service: string): service is RecordKeepingService {
  return Object.hasOwn(getRecordHashes, service);
}
