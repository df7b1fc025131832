import type { GdprRequest } from "./gdpr-request.ts";

/** A request as its user sees it. */
export function gdprRequestView({ _id, type, status, createdAt, scheduledAt, endedAt, expiresAt }: GdprRequest, now: Date) {
  const ready = type === "EXPORT" && status === "COMPLETED" && expiresAt !== null && expiresAt > now;
  return {
    id: _id,
    type,
    status,
    createdAt: createdAt.toISOString(),
    scheduledAt: scheduledAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    downloadUrl: ready ? exportUrl(_id, 1) : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** Where a part of an export is fetched. */
export function exportUrl(requestId: string, part: number): string {
  const path = `/api/v1/gdpr/export/${requestId}`;
  return part === 1 ? path : `${path}?part=${part}`;
}
