import { IDENTITY_DOCUMENTS, IDENTITY_FIELDS, IDENTITY_FILE_TYPES, IDENTITY_FILES, REQUIRED_FILES } from "#libs/contracts/creator/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { IdentityFileDoc } from "../data/identity-file.store.ts";
import type { Deps } from "../deps.ts";
import { kycSessionId } from "../domain/kyc.ts";
import { takesForm } from "../kyc/decided-by-staff.ts";

type ViewDeps = Pick<Deps, "clock" | "config" | "identityForms" | "identityFiles" | "identityCipher">;

/** An identity check as its owner sees it. */
export async function ownCheck(deps: ViewDeps, profile: Pick<CreatorProfileDoc, "_id" | "kycStatus" | "kyc">) {
  const { _id, kycStatus, kyc } = profile;
  const isOpen = kycStatus === "IN_PROGRESS" || kycStatus === "IN_REVIEW";
  const form = takesForm(profile) ? await formView(deps, _id) : null;
  return { kycStatus, session: isOpen ? { id: kycSessionId(_id, kyc.attempt), url: kyc.url, form } : null, ...outcomeView(deps, profile) };
}

/** What became of an identity check, for its owner and for staff. */
export function outcomeView({ config }: Pick<Deps, "config">, { kycStatus, kyc }: Pick<CreatorProfileDoc, "kycStatus" | "kyc">) {
  const { reasons = [], reason, changedAt } = kyc;
  const validMs = config.read("creator.kyc_valid_days") * DAY;
  const validUntil = kycStatus === "APPROVED" && changedAt ? new Date(changedAt.getTime() + validMs) : null;
  return { reasons: [...reasons], reason, changedAt: changedAt?.toISOString() ?? null, validUntil: validUntil?.toISOString() ?? null };
}

/** The form with the draft, and the files that were sent. */
async function formView({ clock, config, identityForms, identityFiles, identityCipher }: ViewDeps, creatorId: string) {
  const form = await identityForms.find(creatorId);
  const files = await identityFiles.listPresent(creatorId, clock.now());
  return {
    fields: [...IDENTITY_FIELDS],
    minAge: config.read("creator.min_age"),
    values: form ? identityCipher.openForm(form) : {},
    documents: {
      kinds: IDENTITY_DOCUMENTS.map((documentKind) => ({ documentKind, required: [...REQUIRED_FILES[documentKind]] })),
      maxFiles: IDENTITY_FILES.length,
      maxBytes: config.read("images.max_document_bytes"),
      types: [...IDENTITY_FILE_TYPES],
      files: files.map(identityFileView),
    },
  };
}

export function identityFileView({ _id, kind, contentType, bytes }: IdentityFileDoc) {
  return { documentId: _id, kind, contentType, bytes };
}
