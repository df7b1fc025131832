import { encodeQR } from "qr";

/** Modules of empty space around the code that readers need. */
const QUIET_ZONE = 4;

/** A text as a QR code, an SVG image that also reads on a dark page. */
export function qrCode(text: string): string {
  const image = encodeQR(text, "svg", { ecc: "medium", border: QUIET_ZONE });
  return image.replace(">", '><rect width="100%" height="100%" fill="#fff"/>');
}
