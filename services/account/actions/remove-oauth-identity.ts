import { implement } from "#libs/contract-kit/implement.ts";
import { removeOAuthIdentity } from "#libs/contracts/account/index.ts";
import { unlinkIdentity } from "../sign-in/linked-identities.ts";

/** DELETE /auth/oauth/identities/{identityId} */
export const removeOAuthIdentityAction = (deps: Parameters<typeof unlinkIdentity>[0]) =>
  implement(removeOAuthIdentity, ({ params: { identityId }, caller: { userId }, requestId }) =>
    unlinkIdentity(deps, identityId, { userId, requestId }),
  );
