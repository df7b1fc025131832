import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { erasureCounts } from "../personal-data.ts";
import { clampedPage, filterId, filterUserId, id, nullableText, optionalTimestamp, pageOfItems, pathId, timestamp } from "../shared.ts";

export const GDPR_TYPES = ["DELETION", "EXPORT"] as const;
/** A deletion can be cancelled while it is PENDING. The last three statuses are final. */
export const GDPR_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "CANCELLED", "FAILED"] as const;

/** Requests in a list of one user, the latest. */
export const MAX_LISTED_REQUESTS = 100;

const requestId = id;
const status = { type: "enum", values: GDPR_STATUSES } as const;

const duringDeletion = { auth: "bearer", openDuringDeletion: true } as const;
/** Also open to a user whose sessions the deletion has ended. A deleted user gets 404 instead of 401. */
const forLeavingUsers = { ...duringDeletion, openToEndedSessions: true, openToDeletedUsers: true } as const;

export const deleteWithPassword = action({
  name: "account.deleteWithPassword",
  class: "slow",
  summary: "Schedule the deletion of the account; DELETE /gdpr/delete cancels it",
  http: {
    ...forLeavingUsers,
    method: "POST",
    path: "/users/delete",
    limit: "users_delete",
    deprecated: { since: "2026-11-21", successor: "/gdpr/delete" },
  },
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
  http: { ...forLeavingUsers, method: "POST", path: "/gdpr/delete", status: 201, limit: "gdpr_delete" },
  params: {},
  returns: { type: "object", props: { requestId, status, scheduledAt: timestamp } },
  errors: ["error.user.not_found", "error.user.deletion_scheduled", "auth.account.suspended", "staff.error.last_super_admin"],
});

export const cancelDeletion = action({
  name: "account.cancelDeletion",
  summary: "Cancel the deletion before it has begun; ended sessions stay ended",
  http: { ...forLeavingUsers, method: "DELETE", path: "/gdpr/delete", limit: "login" },
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
    scheduledAt: { ...timestamp, description: "When the request is due" },
    endedAt: optionalTimestamp,
    downloadUrl: { ...nullableText, description: "Where a finished export can be downloaded" },
    expiresAt: { ...optionalTimestamp, description: "Until when a finished export can be downloaded" },
  },
} as const satisfies ObjectRule;

export const listGdprRequests = action({
  name: "account.listGdprRequests",
  summary: "The deletions and exports that the caller has requested, newest first",
  http: { ...forLeavingUsers, method: "GET", path: "/gdpr/requests", limit: "login" },
  params: {},
  returns: { type: "array", items: request, max: MAX_LISTED_REQUESTS },
  errors: ["error.user.not_found"],
});

export const requestExport = action({
  name: "account.requestExport",
  summary: "Request a copy of the caller's data; while an export is in progress, the answer is that one",
  http: { ...duringDeletion, method: "POST", path: "/gdpr/export", status: 202, limit: "gdpr_export" },
  params: {},
  returns: { type: "object", props: { requestId, status } },
  errors: ["error.user.not_found"],
});

export const downloadExport = action({
  name: "account.downloadExport",
  class: "slow",
  summary: "Download the copy of the caller's data as a JSON document; a large one comes in parts, each of which names the next",
  http: { ...duringDeletion, method: "GET", path: "/gdpr/export/{requestId}", document: true, stepUp: true },
  params: {
    requestId: pathId,
    part: { type: "number", integer: true, min: 1, max: 10_000, default: 1, description: "From 1" },
  },
  returns: {
    type: "object",
    props: {
      document: {
        type: "object",
        props: { contentType: { type: "string" }, fileName: { type: "string" }, text: { type: "string", max: 1_000_000 } },
      },
    },
  },
  errors: ["error.user.not_found", "gdpr.error.export_not_found", "gdpr.error.export_not_ready"],
});

/** Proves that deletions were carried out, long after the users are deleted. */
export const listAllGdprRequests = action({
  name: "account.listAllGdprRequests",
  summary: "Deletions and exports of all users, newest first; of a deletion what was erased, anonymized and retained, and why",
  http: { method: "GET", path: "/admin/gdpr/requests", auth: "admin", permission: "gdpr:read" },
  params: {
    type: { type: "enum", values: GDPR_TYPES, optional: true },
    status: { type: "enum", values: GDPR_STATUSES, optional: true },
    id: filterId,
    userId: filterUserId,
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
      receipt: { type: "record", values: { type: "object", props: erasureCounts }, maxBytes: 50_000, description: "By service" },
    },
  }),
  errors: [],
});

export const userDeletionRequested = event({
  name: "user.deletion_requested",
  owner: "account",
  summary: "A user has requested the deletion of the account, which is deactivated until then",
  public: { fields: ["userId", "requestId", "scheduledAt"] },
  payload: { userId: id, requestId, scheduledAt: timestamp },
});

export const userDeletionCancelled = event({
  name: "user.deletion_cancelled",
  owner: "account",
  summary: "A user has cancelled the deletion of the account",
  public: { fields: ["userId", "requestId"] },
  payload: { userId: id, requestId },
});

export const userDeleted = event({
  name: "user.deleted",
  owner: "account",
  summary: "An account was deleted; its id does not lead to a person any more",
  public: { fields: ["userId", "deletedAt"] },
  payload: { userId: id, deletedAt: timestamp },
});
