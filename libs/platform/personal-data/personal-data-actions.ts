import { type Implementation, implement } from "#libs/contract-kit/implement.ts";
import { eraseUser, exportUser, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { eraseBatch } from "./erase-batch.ts";
import { erasureLedger } from "./erasure-ledger.ts";
import { exportPage } from "./export-page.ts";
import type { DataSubject, PersonalData } from "./personal-data.ts";

/** The two actions by which a service takes part in the purge of a user and in the export of a user's data. */
export function personalDataActions(
  service: PersonalDataService,
  { database, clock }: { readonly database: Collections; readonly clock: Clock },
  data: PersonalData,
): { eraseUser: Implementation; exportUser: Implementation } {
  const deps = { transaction: database.transaction, ledger: erasureLedger(database, clock) };
  return {
    eraseUser: implement(eraseUser[service], ({ params }) => eraseBatch(deps, data, subjectOf(params))),
    exportUser: implement(exportUser[service], ({ params }) => exportPage(data, subjectOf(params), params.cursor ?? null)),
  };
}

function subjectOf({
  userId,
  creatorId = null,
  bioPageIds = [],
  addressHash = null,
}: {
  userId: string;
  creatorId?: string | null | undefined;
  bioPageIds?: string[] | undefined;
  addressHash?: string | null | undefined;
}): DataSubject {
  return { userId, creatorId, bioPageIds, addressHash };
}
