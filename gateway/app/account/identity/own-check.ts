import { getKyc } from "#libs/contracts/creator/kyc.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { api } from "../../client/api.ts";

/** The identity check of the signed-in creator. */
export async function ownCheck() {
  const { id: creatorId } = await api.call(getMyProfile);
  return { creatorId, check: await api.call(getKyc, { creatorId }) };
}

export type IdentityCheck = Awaited<ReturnType<typeof ownCheck>>["check"];
