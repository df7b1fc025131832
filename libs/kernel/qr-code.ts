import { encodeQR } from "qr";

/** Width of the empty border that readers of QR codes need, in modules. */
const QUIET_ZONE = 4;

/** A text as a QR code, an SVG image on white: it stays readable on a dark page. */
export function qrCodeSvg(text: string): string {
  const image = encodeQR(text, "svg", { ecc: "medium", border: QUIET_ZONE });
  return image.replace(">", '><rect width="100%" height="100%" fill="#fff"/>');
}
