import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { getMessagingParty } from "#libs/contracts/account.ts";
import { startKyc } from "#libs/contracts/creator-kyc.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { needed } from "#libs/providers/slot.ts";
import type { CreatorProfile } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { mayMove } from "../domain/kyc.ts";
import { checkIdOf, kycView } from "../kyc/kyc-view.ts";
import { takeKycStep } from "../kyc/move-kyc.ts";
import { ownProfile } from "../own-profile.ts";

/** POST /creators/{creatorId}/kyc: the check exists at the provider before the status says so. */
export const startKycAction = (deps: Deps) =>
  implement(startKyc, async (ctx) => {
    const { params, caller, requestId } = ctx;
    const read = () => ownProfile(deps.profiles, caller.userId, params.creatorId);
    await takeKycStep(deps, read, async (before) => ({
      to: "IN_PROGRESS",
      actor: caller.userId,
      action: "creator.startKyc",
      requestId,
      check: await begun(deps, ctx, before),
    }));
    return kycView(await read(), deps.config.read("creator.kyc_valid_days"));
  });

async function begun(deps: Deps, { call, caller }: Pick<Ctx<unknown>, "call" | "caller">, { _id, kycStatus, kyc }: CreatorProfile) {
  if (!mayMove(kycStatus, "IN_PROGRESS")) throw new AppError("creator.kyc.invalid_status");
  const name = deps.kycProvider.activeName();
  const provider = name === null ? deps.kycProvider.use() : deps.kycProvider.named(name);
  const { locale } = await call(getMessagingParty, { userId: caller.userId });
  const attempt = kyc.attempt + 1;
  const { reference, url } = await needed(provider.start({ checkId: checkIdOf(_id, attempt), locale }));
  return { attempt, provider: name, reference, url, askedAt: null };
}
