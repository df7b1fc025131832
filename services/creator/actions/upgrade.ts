import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { upgrade } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";
import { pageUrl } from "../domain/public-page.ts";
import { upgradeRequestOf } from "../domain/upgrade-request.ts";
import { beginUpgrade, inTurn } from "../upgrade/begin-upgrade.ts";
import { runUpgrade, type UpgradeResult } from "../upgrade/run-upgrade.ts";

type UpgradeContext = Parameters<HandlerOf<typeof upgrade>>[0];

/**
 * POST /creators/upgrade (spec 4.3): a user with a profile is refused before the account service checks the names. A client that lost the
 * response gets it again when it repeats the request with the same idempotency key.
 */
export const upgradeAction = (deps: Deps) =>
  implement(upgrade, async (ctx) => {
    const { creatorId, username } = await upgradeUser(deps, ctx).catch(async (error: unknown) => {
      const isCreator = error instanceof AppError && error.key === "creator.upgrade.already_creator";
      const earlier = isCreator ? await findEarlierResult(deps, ctx) : null;
      if (!earlier) throw error;
      return earlier;
    });
    return { creatorId, bioPageUrl: pageUrl(deps.config.read("site.public_host"), username) };
  });

async function upgradeUser(deps: Deps, ctx: UpgradeContext): Promise<UpgradeResult> {
  const request = upgradeRequestOf(ctx.params);
  const { idempotencyKey } = ctx.params;
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey, wishHash: hashOf(ctx) };
  const { userId } = ctx.caller;
  return inTurn(deps, userId, async () => {
    const saga = await beginUpgrade(deps, ctx.call, { userId, ...keyed });
    return runUpgrade(deps, ctx.call, saga, request, ctx.requestId);
  });
}

/** The result of an earlier request with the same key; null when there is none. Throws key_reused when the requests differ. */
async function findEarlierResult({ sagas, profiles }: Deps, ctx: UpgradeContext): Promise<UpgradeResult | null> {
  const { userId } = ctx.caller;
  const { idempotencyKey } = ctx.params;
  if (idempotencyKey === undefined) return null;
  const [saga, profile] = await Promise.all([sagas.findDone(userId), profiles.findByUser(userId)]);
  if (saga?.idempotencyKey !== idempotencyKey || !profile?.username) return null;
  if (saga.wishHash !== hashOf(ctx)) throw new AppError("idempotency.error.key_reused");
  return { creatorId: profile._id, username: profile.username };
}

const hashOf = ({ params }: UpgradeContext) => sha256Hex(JSON.stringify(upgradeRequestOf(params)));
