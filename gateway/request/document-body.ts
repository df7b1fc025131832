import type { IncomingMessage } from "node:http";
import { type KeptFileType, PART_BYTES } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { readBytes } from "./json-body.ts";
import { checkPdf, isPdf } from "./pdf-check.ts";
import { decodeWhole, takeTurn } from "./picture-body.ts";

/** A part of a file that was sent, as base64. */
export interface DocumentPart {
  readonly id: string;
  readonly contentType: KeptFileType;
  /** Of the whole file. */
  readonly bytes: number;
  readonly part: number;
  readonly parts: number;
  readonly base64: string;
}

/** The file in the body of a request, in parts: a picture encoded anew, or a PDF that only shows pages. Throws 400, 413 and 503. */
export async function readDocument(request: IncomingMessage, config: Pick<ConfigReader, "read">): Promise<readonly DocumentPart[]> {
  const body = await readBytes(request, config.read("images.max_document_bytes"));
  return takeTurn(async () => {
    const [contentType, file] = isPdf(body)
      ? (["application/pdf", checkedPdf(body)] as const)
      : (["image/webp", await picture(body, config)] as const);
    const parts = Math.ceil(file.length / PART_BYTES);
    const about = { id: uuid(), contentType, bytes: file.length, parts };
    return Array.from({ length: parts }, (_, part) => {
      const base64 = file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString("base64");
      return { ...about, part, base64 };
    });
  });
}

function checkedPdf(body: Buffer): Buffer {
  checkPdf(body);
  return body;
}

async function picture(body: Buffer, config: Pick<ConfigReader, "read">): Promise<Buffer> {
  try {
    return await decodeWhole(body, config.read("images.max_pixels"));
  } catch (error) {
    if (error instanceof AppError && error.key === "image.error.unsupported") throw new AppError("document.error.unsupported");
    throw error;
  }
}
