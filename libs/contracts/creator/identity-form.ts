import { action } from "#libs/contract-kit/contract.ts";
import { id, ownCreatorId, pathId, readableLine } from "../shared.ts";
import { IDENTITY_DOCUMENTS, IDENTITY_FILE_TYPES, IDENTITY_FILES, KEPT_FILE_TYPES } from "./terms.ts";

const line = { ...readableLine, min: 1, max: 200, optional: true } as const;

/** The fields of an identity check. A draft may lack each of them. */
export const identityFields = {
  legalName: line,
  birthDate: { type: "string", pattern: /^(19|20)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, optional: true, description: "YYYY-MM-DD" },
  country: { type: "string", pattern: /^[A-Z]{2}$/, optional: true, description: "ISO 3166-1 alpha-2" },
  address: {
    type: "object",
    props: { line1: line, line2: line, postalCode: { ...line, max: 20 }, city: line },
    optional: true,
  },
  documentKind: { type: "enum", values: IDENTITY_DOCUMENTS, optional: true },
} as const;

/** Names of the fields, in the order of the form. */
export const IDENTITY_FIELDS = ["legalName", "birthDate", "country", "address", "documentKind"] as const;

const text = { type: "string", max: 200, optional: true } as const;

/** The fields as they are shown. */
export const shownFields = {
  legalName: text,
  birthDate: text,
  country: text,
  address: { type: "object", props: { line1: text, line2: text, postalCode: text, city: text }, optional: true },
  documentKind: { type: "enum", values: IDENTITY_DOCUMENTS, optional: true },
} as const;

const fileKind = { type: "enum", values: IDENTITY_FILES } as const;

/** A file of an identity check. Its owner does not get it back. */
export const identityFile = {
  type: "object",
  props: {
    documentId: id,
    kind: fileKind,
    contentType: { type: "enum", values: KEPT_FILE_TYPES },
    bytes: { type: "number", integer: true, description: "Size of the stored file" },
  },
} as const;

/** The form of an identity check that the staff decides. */
export const identityForm = {
  type: "object",
  props: {
    fields: { type: "array", items: { type: "enum", values: IDENTITY_FIELDS }, max: IDENTITY_FIELDS.length },
    minAge: { type: "number", integer: true },
    values: { type: "object", props: shownFields, description: "The draft" },
    documents: {
      type: "object",
      props: {
        kinds: {
          type: "array",
          max: IDENTITY_DOCUMENTS.length,
          items: {
            type: "object",
            props: {
              documentKind: { type: "enum", values: IDENTITY_DOCUMENTS },
              required: { type: "array", items: fileKind, max: IDENTITY_FILES.length },
            },
          },
          description: "The files that each kind of document needs. SELFIE is welcome with each",
        },
        maxFiles: { type: "number", integer: true },
        maxBytes: { type: "number", integer: true, description: "Of one file" },
        types: { type: "array", items: { type: "enum", values: IDENTITY_FILE_TYPES }, max: IDENTITY_FILE_TYPES.length },
        files: { type: "array", items: identityFile, max: IDENTITY_FILES.length, description: "The files that were sent" },
      },
    },
  },
} as const;

export const saveIdentityForm = action({
  name: "creator.saveIdentityForm",
  summary: "Keep a draft of the form of the identity check. It replaces the one before",
  http: { method: "PUT", path: "/creators/{creatorId}/kyc/form", auth: "bearer" },
  params: { creatorId: ownCreatorId, ...identityFields },
  returns: null,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status", "creator.kyc.under_age"],
});

/** Bytes of a file in one message of the bus, as base64. */
export const PART_BYTES = 1_572_864;
const base64 = { type: "string", max: (PART_BYTES / 3) * 4, pattern: /^[A-Za-z0-9+/]*={0,2}$/ } as const;

export const addIdentityFile = action({
  name: "creator.addIdentityFile",
  class: "slow",
  summary: "Send a file of the identity check: the bytes of a JPEG, PNG, WebP or PDF. It replaces the file of this kind",
  http: {
    method: "POST",
    path: "/creators/{creatorId}/kyc/documents",
    status: 201,
    auth: "bearer",
    limit: "identity_file",
    killSwitch: "UPLOADS",
    idempotency: "never",
    upload: "document",
  },
  params: {
    creatorId: ownCreatorId,
    kind: { ...fileKind, from: "fileKind", description: "Header X-File-Kind" },
    document: {
      type: "object",
      from: "document",
      props: {
        id,
        contentType: { type: "enum", values: KEPT_FILE_TYPES },
        bytes: { type: "number", integer: true, min: 1 },
        part: { type: "number", integer: true, min: 0, max: 15 },
        parts: { type: "number", integer: true, min: 1, max: 16 },
        base64,
      },
    },
  },
  returns: { type: "object", props: { documentId: id, kind: fileKind, bytes: { type: "number", integer: true } } },
  errors: [
    ...(["creator.error.not_owner", "creator.kyc.invalid_status", "provider.error.off", "provider.error.failed"] as const),
    ...(["document.error.unsupported", "document.error.unsafe", "document.error.too_long"] as const),
    ...(["image.error.too_large", "image.error.too_small"] as const),
  ],
});

export const removeIdentityFile = action({
  name: "creator.removeIdentityFile",
  summary: "Remove a file of the identity check before it is submitted",
  http: { method: "DELETE", path: "/creators/{creatorId}/kyc/documents/{documentId}", auth: "bearer" },
  params: { creatorId: ownCreatorId, documentId: pathId },
  returns: null,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status", "creator.kyc.file_not_found"],
});
