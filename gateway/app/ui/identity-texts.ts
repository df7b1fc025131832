import type { TextKey } from "#gateway/ui/texts.ts";
import type { IdentityDocument, IdentityFile, KycReason } from "#libs/contracts/creator/terms.ts";

/** The documents of an identity check. */
export const DOCUMENT_TEXTS: Readonly<Record<IdentityDocument, TextKey>> = {
  PASSPORT: "page.identity.passport",
  ID_CARD: "page.identity.idCard",
  DRIVING_LICENCE: "page.identity.licence",
  COMPANY_EXTRACT: "page.identity.company",
};

/** The files of an identity check. */
export const FILE_TEXTS: Readonly<Record<IdentityFile, TextKey>> = {
  FRONT: "page.identity.front",
  BACK: "page.identity.back",
  SELFIE: "page.identity.selfie",
  EXTRACT: "page.identity.company",
};

/** Why a check was not approved, as the creator reads it. */
export const REASON_TEXTS: Readonly<Record<Exclude<KycReason, "OTHER">, TextKey>> = {
  DOCUMENT_UNREADABLE: "page.identity.reasonUnreadable",
  DOCUMENT_EXPIRED: "page.identity.reasonExpired",
  NAME_MISMATCH: "page.identity.reasonName",
  UNDER_AGE: "page.identity.reasonAge",
  WRONG_DOCUMENT: "page.identity.reasonDocument",
};
