import type { Connection } from "mongoose";
import { type Implementation, implement } from "#libs/contract-kit/implement.ts";
import { eraseUser, exportUser, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { eraseBite } from "./erase-bite.ts";
import { erasureLedger } from "./erasure-ledger.ts";
import { exportPage } from "./export-page.ts";
import type { DataSubject, PersonalData } from "./personal-data.ts";

/** The two actions with which a service takes part in the purge of a user and in the export of a user's data. */
export function personalDataActions(
  service: PersonalDataService,
  { connection, clock }: { readonly connection: Connection; readonly clock: Clock },
  data: PersonalData,
): { eraseUser: Implementation; exportUser: Implementation } {
  const deps = { transaction: transactionOn(connection), ledger: erasureLedger(connection, clock) };
  return {
    eraseUser: implement(eraseUser[service], ({ params }) => eraseBite(deps, data, subjectOf(params))),
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
