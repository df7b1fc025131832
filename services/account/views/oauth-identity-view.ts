import type { OAuthIdentityDoc } from "../data/oauth-identity.store.ts";

/** A linked account as its user sees it. */
export const oauthIdentityView = ({ _id, createdAt }: OAuthIdentityDoc) => ({
  id: _id,
  slot: "oauth" as const,
  linkedAt: createdAt.toISOString(),
});
