import { LRUCache } from "lru-cache";
import { coverLines } from "#gateway/ui/parts/cover-lines.ts";
import { imageColoursOf, templateOf } from "#gateway/ui/templates.ts";
import { qrCodeSvg } from "#libs/kernel/qr-code.ts";
import type { Resource } from "../page.ts";
import { coverPng } from "../pictures.ts";
import { creatorOf } from "./creator.page.tsx";
import { addressOf, CARD } from "./creator-head.tsx";

/** The address of a creator's page as a QR code. */
const qrCode: Resource = {
  path: "/{username}/qr.svg",
  contentType: "image/svg+xml; charset=utf-8",
  maxAgeSeconds: 3_600,
  async body(about) {
    return qrCodeSvg(addressOf(await creatorOf(about), about));
  },
};

/** The drawn images by template and username; about 50 kB each. */
const cards = new LRUCache<string, Buffer>({ max: 100 });

/** The image of a link preview. */
const card: Resource = {
  path: "/{username}/card.png",
  contentType: "image/png",
  maxAgeSeconds: 3_600,
  async body(about) {
    const { username, templateId } = await creatorOf(about);
    const template = templateOf(templateId);
    const key = `${template} ${username}`;
    const drawn = cards.get(key) ?? coverPng({ ...CARD, ...imageColoursOf(template), rosettes: coverLines(username, CARD) });
    cards.set(key, drawn);
    return drawn;
  },
};

/** The files that belong to a creator's page. */
export const creatorFiles: readonly Resource[] = [qrCode, card];
