import { groundOf, type Template, templateOf } from "#gateway/ui/templates.ts";
import { qrCodeSvg } from "#libs/kernel/qr-code.ts";
import type { Resource } from "../page.ts";
import { portraitPng } from "../pictures.ts";
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

/** Drawn once for each template. */
const cards = new Map<Template, Buffer>();

/** The image of a link preview. */
const card: Resource = {
  path: "/{username}/card.png",
  contentType: "image/png",
  maxAgeSeconds: 3_600,
  async body(about) {
    const template = templateOf((await creatorOf(about)).templateId);
    const drawn = cards.get(template) ?? portraitPng({ ...CARD, ground: groundOf(template) });
    cards.set(template, drawn);
    return drawn;
  },
};

/** The files that belong to a creator's page. */
export const creatorFiles: readonly Resource[] = [qrCode, card];
