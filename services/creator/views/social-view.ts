import type { SocialAccountDoc } from "../data/social-account.model.ts";

/** An account as its creator sees it. */
export function socialView({ _id, creatorId, platform, handle, url, verified, verifiedAt, method, code, createdAt }: SocialAccountDoc) {
  return {
    id: _id,
    creatorId,
    platform,
    handle,
    url,
    verified,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    method,
    code: verified ? null : code,
    createdAt: createdAt.toISOString(),
  };
}
