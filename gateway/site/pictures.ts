import { encode } from "fast-png";

type Colour = readonly [red: number, green: number, blue: number];

interface PictureOptions {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Six hex digits. */
  readonly ground: string;
}

const FIGURE = "ffffff";
/** Intermediate colours that smooth the edges. */
const SHADES = 32;

/** A PNG of a person in a disc, without any text. It represents the site, and creators without a picture. */
export function portraitPng({ width, height, ground }: PictureOptions): Buffer {
  const data = new Uint8Array(width * height);
  const radius = Math.min(width, height) * 0.36;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data[y * width + x] = Math.round(SHADES * figureAt(x + 0.5 - width / 2, y + 0.5 - height / 2, radius));
  const palette = Array.from({ length: SHADES + 1 }, (_, shade) => [...between(colourOf(ground), colourOf(FIGURE), shade / SHADES)]);
  return Buffer.from(encode({ width, height, data, channels: 1, depth: 8, palette }));
}

/** An icon file that holds one PNG of that width and height. */
export function iconFile(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // with one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits of a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Coverage of a pixel by the disc without head and shoulders, 0 to 1. The centre of the disc is 0, 0. */
function figureAt(x: number, y: number, radius: number): number {
  const inside = (centerY: number, size: number) => Math.min(1, Math.max(0, size - Math.hypot(x, y - centerY) + 0.5));
  const person = Math.max(inside(-0.24 * radius, 0.32 * radius), inside(0.92 * radius, 0.72 * radius));
  return inside(0, radius) * (1 - person);
}

function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function between(from: Colour, to: Colour, share: number): Colour {
  const mixed = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [mixed(0), mixed(1), mixed(2)];
}
