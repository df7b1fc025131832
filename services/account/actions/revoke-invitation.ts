import { implement } from "#libs/contract-kit/implement.ts";
import { revokeInvitation } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** DELETE /admin/staff/invitations/{invitationId} */
export const revokeInvitationAction = ({
  clock,
  transaction,
  staffInvitations,
  audit,
}: Pick<Deps, "clock" | "transaction" | "staffInvitations" | "audit">) =>
  implement(revokeInvitation, ({ params: { invitationId }, caller, requestId }) =>
    transaction(async (tx) => {
      const revoked = await staffInvitations.revoke(tx, invitationId, clock.now());
      if (!revoked) throw new AppError("staff.invitation.not_found");
      const details = { roles: revoked.roles };
      await audit.add(tx, { actor: caller.userId, action: "staff.invitation_revoked", target: invitationId, details, requestId });
    }),
  );
