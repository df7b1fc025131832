import { implement } from "#libs/contract-kit/implement.ts";
import { startOAuth } from "#libs/contracts/account/index.ts";
import { type BeginDeps, beginElsewhere } from "../sign-in/begin-elsewhere.ts";

/** GET /auth/oauth/start */
export const startOAuthAction = (deps: BeginDeps) => implement(startOAuth, ({ params }) => beginElsewhere(deps, params, null));
