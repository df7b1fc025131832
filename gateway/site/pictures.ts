import { encode } from "fast-png";
import type { Rosette } from "#gateway/ui/parts/cover-lines.ts";

type Colour = readonly [red: number, green: number, blue: number];

interface PictureOptions {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Six hex digits. */
  readonly ground: string;
}

interface CardOptions extends PictureOptions {
  /** Six hex digits. */
  readonly lines: string;
  readonly rosettes: readonly Rosette[];
}

const FIGURE = "ffffff";
/** Intermediate colours that smooth the edges. */
const SHADES = 32;
/** The lines stay behind the figure. */
const LINE_STRENGTH = 0.6;
/** Steps along an outline; two thirds of a pixel each. */
const STEPS_PER_RADIUS = 9;
const NEIGHBOURS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** A PNG of a person in a disc, without any text. It represents the site, and creators without a picture. */
export function portraitPng(options: PictureOptions): Buffer {
  return pngOf(options, portraitOf(options), shadesOf(options.ground, FIGURE));
}

/** The same person before the lines of a cover: the preview image of a creator's page. */
export function coverPng({ lines, rosettes, ...options }: CardOptions): Buffer {
  const { width, height, ground } = options;
  const drawn = new Float32Array(width * height);
  for (const rosette of rosettes) drawRosette(drawn, options, rosette);
  const data = portraitOf(options).map((shade, index) => {
    const line = Math.round(SHADES * LINE_STRENGTH * Math.min(1, drawn[index] ?? 0));
    return shade > 0 || line === 0 ? shade : SHADES + line;
  });
  return pngOf(options, data, [...shadesOf(ground, FIGURE), ...shadesOf(ground, lines).slice(1)]);
}

function pngOf({ width, height }: PictureOptions, data: Uint8Array, palette: number[][]): Buffer {
  return Buffer.from(encode({ width, height, data, channels: 1, depth: 8, palette }));
}

/** The shade of the figure in each pixel. */
function portraitOf({ width, height }: PictureOptions): Uint8Array {
  const data = new Uint8Array(width * height);
  const radius = Math.min(width, height) * 0.36;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data[y * width + x] = Math.round(SHADES * figureAt(x + 0.5 - width / 2, y + 0.5 - height / 2, radius));
  return data;
}

function shadesOf(from: string, to: string): number[][] {
  return Array.from({ length: SHADES + 1 }, (_, shade) => [...between(colourOf(from), colourOf(to), shade / SHADES)]);
}

/** Adds the outlines to the coverage of the pixels, in steps of less than a pixel. */
function drawRosette(drawn: Float32Array, { width, height }: PictureOptions, { x, y, rx, ry, turns }: Rosette): void {
  const steps = Math.ceil(rx * STEPS_PER_RADIUS);
  const spread = (left: number, top: number, share: number) => {
    if (left >= 0 && left < width && top >= 0 && top < height) drawn[top * width + left] = (drawn[top * width + left] ?? 0) + share;
  };
  for (const turn of turns) {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    for (let step = 0; step < steps; step += 1) {
      const angle = (2 * Math.PI * step) / steps;
      const [along, across] = [rx * Math.cos(angle), ry * Math.sin(angle)];
      const [left, top] = [x + along * cos - across * sin, y + along * sin + across * cos];
      const [column, row] = [Math.floor(left), Math.floor(top)];
      for (const [dx, dy] of NEIGHBOURS) {
        spread(column + dx, row + dy, (dx === 1 ? left - column : 1 - left + column) * (dy === 1 ? top - row : 1 - top + row));
      }
    }
  }
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
