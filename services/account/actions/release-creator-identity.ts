import { implement } from "#libs/contract-kit/implement.ts";
import { releaseCreatorIdentity } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** Internal: undoes a claim. May be repeated. */
export const releaseCreatorIdentityAction = ({
  transaction,
  users,
  identities,
  usernameHolds,
}: Pick<Deps, "transaction" | "users" | "identities" | "usernameHolds">) =>
  implement(releaseCreatorIdentity, ({ params: { claimId, userId } }) =>
    transaction(async (tx) => {
      const user = await users.find(userId, tx);
      if (!user || user.settledClaimId === claimId || user.releasedClaimIds.includes(claimId)) return;
      await identities.release(tx, user, claimId);
      await usernameHolds.deleteHoldsOf(tx, claimId);
    }),
  );
