import type { PayeeStatus } from "#libs/contracts/wallet/payees.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { writeConflict } from "#libs/platform/mongo/transaction.ts";
import { PAYEE_CHECK } from "#libs/policies/provider-slots.ts";
import type { Deps } from "../deps.ts";
import { kycAfterPayee, kycSteps } from "../domain/kyc.ts";
import { moveKyc } from "./move-kyc.ts";

/** Moves an identity check to where the payee stands, one transition after the other, all in the given transaction. */
export async function followPayee(deps: Deps, tx: Tx, { userId, status }: { readonly userId: string; readonly status: PayeeStatus }) {
  const within: Deps = { ...deps, transaction: (work) => work(tx) };
  const profile = await deps.profiles.findByUser(userId, tx);
  if (!profile) return;
  for (const to of kycSteps(profile.kycStatus, kycAfterPayee(profile.kycStatus, status))) {
    const before = await deps.profiles.findByUser(userId, tx);
    if (!before) return;
    const check = { attempt: before.kyc.attempt + 1, provider: PAYEE_CHECK, reference: null, url: null, askedAt: null };
    const move = { to, actor: SYSTEM, action: "creator.decideKyc", ...(to === "IN_PROGRESS" && { check }) } as const;
    if (!(await moveKyc(within, before, move))) throw writeConflict();
  }
}
