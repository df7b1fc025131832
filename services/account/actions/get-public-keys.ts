import { implement } from "#libs/contract-kit/implement.ts";
import { getPublicKeys } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** GET /.well-known/jwks.json */
export const getPublicKeysAction = ({ accessTokens }: Pick<Deps, "accessTokens">) =>
  implement(getPublicKeys, async () => ({ keys: [...accessTokens.publicKeys] }));
