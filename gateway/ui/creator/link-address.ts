import { mailAddressOf } from "#libs/kernel/mailto.ts";

/** Addresses of mail and phone as people write them, without their scheme. */
export function addressAsTyped(url: string): string {
  if (!url.startsWith("mailto:")) return url.replace(/^tel:/, "");
  return `${mailAddressOf(url)}${/\?.*/s.exec(url)?.[0] ?? ""}`;
}

/** The text of a link without a title. */
export function shownAddress(url: string): string {
  return url.startsWith("mailto:") ? mailAddressOf(url) : url.replace(/^\w+:(\/\/)?/, "");
}

/** What is copied of a link: of mail and phone the bare address, as other programs want it. */
export function copiedAddress(url: string): string {
  return /^(?:mailto|tel):/.test(url) ? shownAddress(url) : url;
}
