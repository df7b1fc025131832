import { implement } from "#libs/contract-kit/implement.ts";
import { getPublicKeys } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";

export const getPublicKeysAction = ({ accessTokens }: Pick<Deps, "accessTokens">) =>
  implement(getPublicKeys, async () => ({ keys: [...accessTokens.publicKeys] }));
