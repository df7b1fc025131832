import { implement } from "#libs/contract-kit/implement.ts";
import { releaseCreatorIdentity } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";

export const releaseCreatorIdentityAction = ({
  transaction,
  users,
  identities,
  usernames,
}: Pick<Deps, "transaction" | "users" | "identities" | "usernames">) =>
  implement(releaseCreatorIdentity, ({ params: { claimId, userId } }) =>
    transaction(async (tx) => {
      const user = await users.findInTransaction(tx, userId);
      if (!user || user.settledClaimId === claimId || user.releasedClaimIds.includes(claimId)) return;
      await identities.release(tx, user, claimId);
      await usernames.endHoldsOf(tx, claimId);
    }),
  );
