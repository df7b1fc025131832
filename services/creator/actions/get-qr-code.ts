import { encodeQR } from "qr";
import { implement } from "#libs/contract-kit/implement.ts";
import { getQrCode } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { pageUrl } from "../domain/public-page.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";

/** Width of the empty border that readers of QR codes need, in modules. */
const QUIET_ZONE = 4;

/** GET /creators/{creatorId}/qr.svg */
export const getQrCodeAction = ({ profiles, config }: Pick<Deps, "profiles" | "config">) =>
  implement(getQrCode, async ({ params, caller }) => {
    const { username } = await requireOwnProfile(profiles, caller.userId, params.creatorId);
    const text = qrCodeSvg(pageUrl(config.read("site.public_host"), username ?? ""));
    return { document: { contentType: "image/svg+xml; charset=utf-8", fileName: "qr.svg", text } };
  });

/** The white rectangle keeps the code readable on a dark page. */
function qrCodeSvg(text: string): string {
  const image = encodeQR(text, "svg", { ecc: "medium", border: QUIET_ZONE });
  return image.replace(">", '><rect width="100%" height="100%" fill="#fff"/>');
}
