import { AppError } from "#libs/errors/app-error.ts";
import { cutText } from "#libs/kernel/readable-text.ts";
import { foreignPictures, type RemovedPart, removedParts, sanitizeHtml } from "./sanitize-html.ts";

const MAX_ADDRESS_LENGTH = 200;

/** HTML as it is published, and what is left out of it, for the answer of the write. */
export interface PublishableHtml {
  readonly html: string;
  readonly removal: { readonly removed?: RemovedPart[] };
}

/** Throws foreign_picture. */
export function publishableHtml(html: string): PublishableHtml {
  const [picture] = foreignPictures(html);
  if (picture) {
    const address = cutText(picture.address, MAX_ADDRESS_LENGTH);
    throw new AppError("content.error.foreign_picture", { line: picture.line, address });
  }
  const removed = removedParts(html);
  return { html: sanitizeHtml(html), removal: removed.length > 0 ? { removed } : {} };
}
