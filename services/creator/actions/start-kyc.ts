import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { getUserSummary } from "#libs/contracts/account/index.ts";
import { startKyc } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { isKycTransition, kycSessionId } from "../domain/kyc.ts";
import { readAndMoveKyc } from "../kyc/move-kyc.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { ownCheck } from "../views/kyc-view.ts";

/** POST /creators/{creatorId}/kyc: starts the check at the provider, then changes the status. */
export const startKycAction = (deps: Deps) =>
  implement(startKyc, async (ctx) => {
    const { params, caller, requestId } = ctx;
    const read = () => requireOwnProfile(deps.profiles, caller.userId, params.creatorId);
    await readAndMoveKyc(deps, read, async (before) => ({
      to: "IN_PROGRESS",
      actor: caller.userId,
      action: "creator.startKyc",
      requestId,
      check: await startAtProvider(deps, ctx, before),
    }));
    return ownCheck(deps, await read());
  });

async function startAtProvider(
  { kycProvider }: Pick<Deps, "kycProvider">,
  { call, caller }: Pick<Ctx<unknown>, "call" | "caller">,
  { _id: creatorId, kycStatus, kyc }: CreatorProfileDoc,
) {
  if (!isKycTransition(kycStatus, "IN_PROGRESS")) throw new AppError("creator.kyc.invalid_status");
  const name = kycProvider.activeName();
  const provider = name === null ? kycProvider.use() : kycProvider.named(name);
  const { locale } = await call(getUserSummary, { userId: caller.userId });
  const attempt = kyc.attempt + 1;
  const { reference, url } = await orProviderUnavailable(provider.start({ checkId: kycSessionId(creatorId, attempt), locale }));
  return { attempt, provider: name, reference, url, askedAt: null };
}
