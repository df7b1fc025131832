import type { IncomingMessage } from "node:http";
import type { Sharp } from "sharp";
import { AppError } from "#libs/errors/app-error.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { readBytes } from "./json-body.ts";

/** A picture without anything but its pixels: square WebP in two sizes, as base64. */
export interface SquarePicture {
  readonly large: string;
  readonly small: string;
}

const SIZES = { large: 512, small: 128 } as const;
const MIN_SIDE = 64;
const MAX_SECONDS = 5;
/** Decoders at work, and requests that wait for one. A decoded picture takes about a hundred megabytes. */
const MAX_DECODING = 2;
const MAX_WAITING = 4;

let loaded: Promise<typeof import("sharp").default> | undefined;

/** The decoders. They take 20 MB of a process, so they are loaded with its first picture. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // It could read SVG and other formats too, which carry scripts, references and decoders that few people have tested.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
  // A picture is rarely sent twice, so a cache would only hold memory.
  sharp.cache(false);
  return sharp;
}

/** The picture in the body of a request. Throws 400 and 413, and 503 while many pictures are being decoded. */
export async function readPicture(request: IncomingMessage, config: Pick<ConfigReader, "read">): Promise<SquarePicture> {
  const bytes = await readBytes(request, config.read("images.max_bytes"));
  return takeTurn(() => decodePicture(bytes, { maxPixels: config.read("images.max_pixels"), maxSeconds: MAX_SECONDS }));
}

interface DecodingLimits {
  readonly maxPixels: number;
  readonly maxSeconds: number;
}

/** @internal exported for tests */
export async function decodePicture(bytes: Buffer, { maxPixels, maxSeconds }: DecodingLimits): Promise<SquarePicture> {
  const { sharp, width, height } = await checkedSharp(bytes, maxPixels);
  const open = (input: Buffer) => sharp(input, { failOn: "error", limitInputPixels: maxPixels }).timeout({ seconds: maxSeconds });
  const square = (picture: Sharp, size: number) =>
    picture
      .autoOrient()
      .resize(size, size)
      // Metadata is left out unless one asks for it.
      .webp()
      .toBuffer();
  const side = Math.min(width, height);
  // Enlarged as a whole and then turned, a long and narrow picture takes gigabytes, and no timeout ends that. Others are shrunk as they are read.
  const whole = side >= SIZES.large;
  const middle = { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side };
  const large = await orUnsupported(() => square(whole ? open(bytes) : open(bytes).extract(middle), SIZES.large));
  const small = await square(open(large), SIZES.small);
  return { large: large.toString("base64"), small: small.toString("base64") };
}

/** Pixels of the longer side of a document: a page at 250 dots to an inch. */
const DOCUMENT_SIDE = 3_000;

/** A whole picture as WebP, without metadata. Throws 400. */
export async function decodeWhole(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  const { sharp } = await checkedSharp(bytes, maxPixels);
  return orUnsupported(() =>
    sharp(bytes, { failOn: "error", limitInputPixels: maxPixels })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(DOCUMENT_SIDE, DOCUMENT_SIDE, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer(),
  );
}

/** The decoders, for a picture whose header is good. It reads the header only, so a file that claims to be huge costs nothing. */
async function checkedSharp(bytes: Buffer, maxPixels: number) {
  loaded ??= loadSharp();
  const sharp = await loaded;
  const { width, height } = await orUnsupported(() => sharp(bytes, { failOn: "error", limitInputPixels: false }).metadata());
  if (width * height > maxPixels) throw new AppError("image.error.too_large");
  if (Math.min(width, height) < MIN_SIDE) throw new AppError("image.error.too_small");
  return { sharp, width, height };
}

async function orUnsupported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const tookTooLong = error instanceof Error && error.message.startsWith("timeout:");
    throw new AppError(tookTooLong ? "image.error.too_large" : "image.error.unsupported");
  }
}

let decoding = 0;
const waiting: (() => void)[] = [];

/** Runs a few at once and lets a few more wait. Throws 503 for the others. */
export async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (decoding < MAX_DECODING) decoding += 1;
  else {
    if (waiting.length >= MAX_WAITING) throw new AppError("error.overloaded");
    // The one before hands its place over, so the number of those at work stays.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else decoding -= 1;
  }
}
