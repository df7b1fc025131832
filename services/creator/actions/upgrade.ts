import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { upgrade } from "#libs/contracts/creator.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";
import { pageUrl } from "../domain/public-page.ts";
import { upgradeWish } from "../domain/upgrade-wish.ts";
import { beginUpgrade } from "../upgrade/begin-upgrade.ts";
import { type Created, runUpgrade } from "../upgrade/run-upgrade.ts";

type Request = Parameters<HandlerOf<typeof upgrade>>[0];

/**
 * POST /creators/upgrade (spec 4.3): an existing profile first, then what the account service refuses. Who lost the answer and asks
 * again with the same key gets it.
 */
export const upgradeAction = (deps: Deps) =>
  implement(upgrade, async (ctx) => {
    const { creatorId, username } = await firstAnswer(deps, ctx).catch(async (error: unknown) => {
      const known = error instanceof AppError && error.key === "creator.upgrade.already_creator" ? await earlier(deps, ctx) : null;
      if (!known) throw error;
      return known;
    });
    return { creatorId, bioPageUrl: pageUrl(deps.config.read("site.public_host"), username) };
  });

async function firstAnswer(deps: Deps, ctx: Request): Promise<Created> {
  const wish = upgradeWish(ctx.params);
  const { idempotencyKey } = ctx.params;
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey, wishHash: hashOf(ctx) };
  const saga = await beginUpgrade(deps, ctx.call, { userId: ctx.caller.userId, ...keyed });
  return runUpgrade(deps, ctx.call, saga, wish, ctx.requestId);
}

/** What the same request has already brought about. Throws key_reused when the key came with another wish. */
async function earlier({ sagas, profiles }: Deps, ctx: Request): Promise<Created | null> {
  const { userId } = ctx.caller;
  const { idempotencyKey } = ctx.params;
  if (idempotencyKey === undefined) return null;
  const [saga, profile] = await Promise.all([sagas.doneOf(userId), profiles.byUserId(userId)]);
  if (saga?.idempotencyKey !== idempotencyKey || !profile?.username) return null;
  if (saga.wishHash !== hashOf(ctx)) throw new AppError("idempotency.error.key_reused");
  return { creatorId: profile._id, username: profile.username };
}

const hashOf = ({ params }: Request) => sha256Hex(JSON.stringify(upgradeWish(params)));
