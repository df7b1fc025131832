import type { GdprRequest, ServiceReceipt } from "../domain/gdpr-request.ts";

/** A request as its user sees it. */
export function gdprRequestView({ _id, type, status, createdAt, scheduledAt, endedAt, expiresAt }: GdprRequest, now: Date) {
  const isReady = type === "EXPORT" && status === "COMPLETED" && expiresAt !== null && expiresAt > now;
  return {
    id: _id,
    type,
    status,
    createdAt: createdAt.toISOString(),
    scheduledAt: scheduledAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    downloadUrl: isReady ? exportUrl(_id, 1) : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** A request as administrators see it, with its receipt. */
export function gdprRecordView({ _id, userId, type, status, createdAt, scheduledAt, endedAt, receipt }: GdprRequest) {
  const times = { createdAt: createdAt.toISOString(), scheduledAt: scheduledAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  return { id: _id, userId, type, status, ...times, receipt: receipt as Record<string, Mutable<ServiceReceipt>> };
}

/** The validator's response type is not readonly. */
type Mutable<T> = { -readonly [K in keyof T]: { -readonly [L in keyof T[K]]: T[K][L] } };

/** The path of a part of an export. */
export function exportUrl(requestId: string, part: number): string {
  const path = `/api/v1/gdpr/export/${requestId}`;
  return part === 1 ? path : `${path}?part=${part}`;
}
