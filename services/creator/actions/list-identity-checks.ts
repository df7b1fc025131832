import { implement } from "#libs/contract-kit/implement.ts";
import { listIdentityChecks } from "#libs/contracts/creator/index.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/creators */
export const listIdentityChecksAction = ({ kycChecks }: Pick<Deps, "kycChecks">) =>
  implement(listIdentityChecks, async ({ params: { kycStatus, sort, cursor, limit } }) => {
    const order = sort === "newest" ? -1 : 1;
    const found = await kycChecks.listByStatus(kycStatus, { order, after: positionOf(cursor), limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit;
    return { results: page.map(view), hasMore, nextCursor: hasMore && last ? cursorOf(last) : null };
  });

function view(profile: CreatorProfileDoc) {
  const { _id, userId, username, displayName, creatorStatus, level, kycStatus, kyc, createdAt } = profile;
  return {
    ...{ creatorId: _id, userId, username, displayName, creatorStatus, level, kycStatus },
    kycChangedAt: kyc.changedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

const cursorOf = ({ _id, kyc }: CreatorProfileDoc) => `${kyc.changedAt?.getTime() ?? 0}.${_id}`;

/** An unknown cursor stands behind everything. */
function positionOf(cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [, time = "8640000000000000", creatorId = ""] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  return { changedAt: new Date(Number(time)), creatorId };
}
