import { DAY, SECOND } from "#libs/kernel/clock.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type StaffInvitation, staffInvitationFields } from "../domain/staff-invitation.ts";

/** How long staff see what became of an invitation. */
const RETENTION_SECONDS = (90 * DAY) / SECOND;

export const staffInvitations = defineCollection({
  name: "staff_invitations",
  fields: staffInvitationFields,
  indexes: [
    { name: "one_per_token", key: { tokenHash: 1 }, unique: true },
    { name: "one_pending_per_address", key: { email: 1 }, unique: true, partialFilterExpression: { status: "PENDING" } },
    { name: "of_sender", key: { invitedBy: 1 } },
    { name: "of_member", key: { acceptedBy: 1 } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});

export interface StaffInvitationStore {
  /** Revokes the pending invitation of the same address, and inserts this one. */
  replace(tx: Tx, invitation: StaffInvitation): Promise<void>;
  /** The invitation that a token opens now; null when there is none. */
  findOpen(tokenHash: string, now: Date): Promise<StaffInvitation | null>;
  /** Newest first. @param after id of an invitation; the list starts behind it */
  list(after: string | undefined, limit: number): Promise<StaffInvitation[]>;
  /** The invitation as it was; null when it was not open. */
  accept(tx: Tx, invitationId: string, userId: string, now: Date): Promise<StaffInvitation | null>;
  /** The invitation as it was; null when it was not open. */
  revoke(tx: Tx, invitationId: string, now: Date): Promise<StaffInvitation | null>;
  /** Revokes the pending invitation of an address. */
  revokePending(tx: Tx, email: string): Promise<void>;
  /** Deletes the pending invitation of an address whose user is gone. */
  deletePending(tx: Tx, email: string): Promise<void>;
}

export function staffInvitationStore(database: Collections): StaffInvitationStore {
  const rows = database.collection(staffInvitations);
  const open = (now: Date) => ({ status: "PENDING", expiresAt: { $gt: now } }) as const;
  const revokePending = async (tx: Tx, email: string) => {
    await rows.updateMany({ email, status: "PENDING" }, { $set: { status: "REVOKED" } }, { tx });
  };
  return {
    async replace(tx, invitation) {
      await revokePending(tx, invitation.email);
      await rows.insert(invitation, { tx });
    },
    findOpen: (tokenHash, now) => rows.findOne({ tokenHash, ...open(now) }),
    list: (after, limit) => rows.find(after === undefined ? {} : { _id: { $lt: after } }, { sort: { _id: -1 }, limit }),
    accept: (tx, _id, acceptedBy, now) =>
      rows.findOneAndUpdate({ _id, ...open(now) }, { $set: { status: "ACCEPTED", acceptedBy } }, { tx }),
    revoke: (tx, _id, now) => rows.findOneAndUpdate({ _id, ...open(now) }, { $set: { status: "REVOKED" } }, { tx }),
    revokePending,
    async deletePending(tx, email) {
      await rows.deleteMany({ email, status: "PENDING" }, { tx });
    },
  };
}
