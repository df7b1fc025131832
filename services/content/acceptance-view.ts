import type { LegalAcceptanceDoc } from "./data/legal-acceptance.model.ts";

/** An acceptance as its user sees it. */
export function acceptanceView({ kind, version, acceptedAt }: LegalAcceptanceDoc) {
  return { kind, version: version.toISOString(), acceptedAt: acceptedAt.toISOString() };
}
