import { encodeQR } from "qr";

/** With the empty border that readers of QR codes need, in modules. */
const FORM = { ecc: "medium", border: 4 } as const;

/** A text as a QR code, an SVG image on white: it stays readable on a dark page. */
export function qrCodeSvg(text: string): string {
  const image = encodeQR(text, "svg", FORM);
  return image.replace(">", '><rect width="100%" height="100%" fill="#fff"/>');
}

/** A text as a QR code: its rows of modules, of which the dark ones are true. */
export function qrCodeModules(text: string): boolean[][] {
  return encodeQR(text, "raw", FORM);
}
