import { implement } from "#libs/contract-kit/implement.ts";
import { getQrCode } from "#libs/contracts/creator/index.ts";
import { qrCodeSvg } from "#libs/kernel/qr-code.ts";
import type { Deps } from "../deps.ts";
import { pageUrl } from "../domain/public-page.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";

/** GET /creators/{creatorId}/qr.svg */
export const getQrCodeAction = ({ profiles, config }: Pick<Deps, "profiles" | "config">) =>
  implement(getQrCode, async ({ params, caller }) => {
    const { username } = await requireOwnProfile(profiles, caller.userId, params.creatorId);
    const text = qrCodeSvg(pageUrl(config.read("site.public_host"), username ?? ""));
    return { document: { contentType: "image/svg+xml; charset=utf-8", fileName: "qr.svg", text } };
  });
