import { payeeChanged } from "#libs/contracts/wallet/payees.ts";
import { on } from "#libs/platform/events/on.ts";
import { PAYEE_CHECK } from "#libs/policies/provider-slots.ts";
import type { Deps } from "../deps.ts";
import { followPayee } from "../kyc/follow-payee.ts";

/** Where the payment provider checks identities, the identity state follows the payee. */
export const onPayeeChanged = (deps: Deps) =>
  on(payeeChanged, deps, (payee, { tx }) => followPayee(deps, tx, payee), {
    concerns: () => deps.config.read("provider.kyc") === PAYEE_CHECK,
  });
