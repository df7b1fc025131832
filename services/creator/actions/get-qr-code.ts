import { implement } from "#libs/contract-kit/implement.ts";
import { getQrCode } from "#libs/contracts/creator-bio.ts";
import type { Deps } from "../deps.ts";
import { pageUrl } from "../domain/public-page.ts";
import { ownProfile } from "../own-profile.ts";
import { qrCode } from "../qr-code.ts";

/** GET /creators/{creatorId}/qr.svg */
export const getQrCodeAction = ({ profiles, config }: Deps) =>
  implement(getQrCode, async ({ params, caller }) => {
    const { username } = await ownProfile(profiles, caller.userId, params.creatorId);
    const text = qrCode(pageUrl(config.read("site.public_host"), username ?? ""));
    return { document: { contentType: "image/svg+xml; charset=utf-8", fileName: "qr.svg", text } };
  });
