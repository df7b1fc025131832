import { implement } from "#libs/contract-kit/implement.ts";
import { requestDeletion } from "#libs/contracts/account/gdpr.ts";
import { type ScheduleDeps, scheduleDeletion } from "../gdpr/schedule-deletion.ts";

/** POST /gdpr/delete */
export const requestDeletionAction = (deps: ScheduleDeps) =>
  implement(requestDeletion, async ({ caller: { userId, sessionId }, requestId }) => {
    const { _id, status, scheduledAt } = await scheduleDeletion(deps, { userId, sessionId, requestId });
    return { requestId: _id, status, scheduledAt: scheduledAt.toISOString() };
  });
