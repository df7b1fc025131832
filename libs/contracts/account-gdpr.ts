import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { erasureCounts } from "./personal-data.ts";
import { clampedPage, id, nullableText, optionalTimestamp, pageOfItems, pathId, timestamp } from "./shared.ts";

export const GDPR_TYPES = ["DELETION", "EXPORT"] as const;
/** PENDING: waits, and a deletion can be cancelled. The last three are final. */
export const GDPR_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "CANCELLED", "FAILED"] as const;

const requestId = id;
const status = { type: "enum", values: GDPR_STATUSES } as const;

const duringDeletion = { auth: "bearer", openDuringDeletion: true } as const;
/** Open to whom the deletion has shut out of everything else; who no longer exists gets 404 instead of 401. */
const forLeavers = { ...duringDeletion, openToEndedSessions: true, openToGoneUsers: true } as const;

export const deleteWithPassword = action({
  name: "account.deleteWithPassword",
  summary: "Schedule the deletion of the account; DELETE /gdpr/delete takes it back",
  http: { ...forLeavers, method: "POST", path: "/users/delete", limit: "users_delete", deprecated: { successor: "/gdpr/delete" } },
  params: { password: { type: "string", min: 8, max: 256, description: "The current password" } },
  returns: { type: "object", props: { scheduledAt: timestamp } },
  errors: [
    "error.user.not_found",
    "error.user.password_required",
    "error.user.password_incorrect",
    "error.user.deletion_scheduled",
    "auth.account.suspended",
  ],
});

export const requestDeletion = action({
  name: "account.requestDeletion",
  summary: "Schedule the deletion of the account",
  http: { ...forLeavers, method: "POST", path: "/gdpr/delete", status: 201, limit: "gdpr_delete" },
  params: {},
  returns: { type: "object", props: { requestId, status, scheduledAt: timestamp } },
  errors: ["error.user.not_found", "error.user.deletion_scheduled", "auth.account.suspended"],
});

export const cancelDeletion = action({
  name: "account.cancelDeletion",
  summary: "Take the deletion back before it has begun; ended sessions stay ended",
  http: { ...forLeavers, method: "DELETE", path: "/gdpr/delete" },
  params: {},
  returns: { type: "object", props: { requestId, status } },
  errors: ["error.user.not_found", "gdpr.error.no_pending_request", "gdpr.error.already_processing"],
});

const request = {
  type: "object",
  props: {
    id,
    type: { type: "enum", values: GDPR_TYPES },
    status,
    createdAt: timestamp,
    scheduledAt: { ...timestamp, description: "When it is due" },
    endedAt: optionalTimestamp,
    downloadUrl: { ...nullableText, description: "Of an export that is ready" },
    expiresAt: { ...optionalTimestamp, description: "Until then an export can be fetched" },
  },
} as const satisfies ObjectRule;

export const listGdprRequests = action({
  name: "account.listGdprRequests",
  summary: "The deletions and exports that the caller has asked for, newest first",
  http: { ...forLeavers, method: "GET", path: "/gdpr/requests" },
  params: {},
  returns: { type: "array", items: request },
  errors: ["error.user.not_found"],
});

export const requestExport = action({
  name: "account.requestExport",
  summary: "Ask for a copy of the own data; an export that is under way is the answer to a second wish",
  http: { ...duringDeletion, method: "POST", path: "/gdpr/export", status: 202, limit: "gdpr_export" },
  params: {},
  returns: { type: "object", props: { requestId, status } },
  errors: ["error.user.not_found"],
});

export const downloadExport = action({
  name: "account.downloadExport",
  summary: "Fetch the copy of the own data as a JSON document; a large one comes in parts that name their successor",
  http: { ...duringDeletion, method: "GET", path: "/gdpr/export/{requestId}", document: true },
  params: {
    requestId: pathId,
    part: { type: "number", integer: true, min: 1, max: 10_000, default: 1, description: "From 1" },
  },
  returns: {
    type: "object",
    props: {
      document: {
        type: "object",
        props: { contentType: { type: "string" }, fileName: { type: "string" }, text: { type: "string" } },
      },
    },
  },
  errors: ["error.user.not_found", "gdpr.error.export_not_found", "gdpr.error.export_not_ready"],
});

/** Whoever has to show that deletions were carried out, long after those who asked for them are gone. */
export const listAllGdprRequests = action({
  name: "account.listAllGdprRequests",
  summary: "Deletions and exports of all users, newest first; of a deletion what was erased, anonymised and kept, and why",
  http: { method: "GET", path: "/admin/gdpr/requests", auth: "admin", permission: "audit:read" },
  params: {
    type: { type: "enum", values: GDPR_TYPES, optional: true },
    status: { type: "enum", values: GDPR_STATUSES, optional: true },
    userId: { type: "string", max: 64, optional: true },
    ...clampedPage,
  },
  returns: pageOfItems({
    type: "object",
    props: {
      id,
      userId: { type: "string" },
      type: { type: "enum", values: GDPR_TYPES },
      status,
      createdAt: timestamp,
      scheduledAt: timestamp,
      endedAt: optionalTimestamp,
      receipt: { type: "record", values: { type: "object", props: erasureCounts }, description: "By service" },
    },
  }),
  errors: [],
});

export const userDeletionRequested = event({
  name: "user.deletion_requested",
  summary: "A user wants the account deleted; until then it is deactivated",
  payload: { userId: id, requestId, scheduledAt: timestamp },
});

export const userDeletionCancelled = event({
  name: "user.deletion_cancelled",
  summary: "A user has taken the deletion of the account back",
  payload: { userId: id, requestId },
});

export const userDeleted = event({
  name: "user.deleted",
  summary: "An account is deleted; its id leads to nobody any more",
  payload: { userId: id, deletedAt: timestamp },
});
