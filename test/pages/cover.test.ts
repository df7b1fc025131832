import { describe, expect, it } from "@jest/globals";
import { decode } from "fast-png";
import { coverPng } from "#gateway/site/pictures.ts";
import { COVER, coverLines } from "#gateway/ui/parts/cover-lines.ts";
import { imageColoursOf, TEMPLATE_NAMES } from "#gateway/ui/templates.ts";

const NAMES = ["mara", "marb", "cleo", "a", "x".repeat(100), "نور", "zoë-1"];

describe("the cover of a creator", () => {
  it("VIS-08 follows from the username alone, differs for similar ones, and stays within the bounds of the design", () => {
    for (const name of NAMES) {
      const [main, inner, edge] = coverLines(name);
      expect(coverLines(name)).toEqual([main, inner, edge]);
      const share = (main?.x ?? 0) / COVER.width;
      expect(share).toBeGreaterThanOrEqual(0.379);
      expect(share).toBeLessThanOrEqual(0.621);
      expect([main?.x, main?.y, main?.turns.length]).toEqual([inner?.x, inner?.y, inner?.turns.length]);
      expect((main?.turns.length ?? 0) >= 14 && (main?.turns.length ?? 0) <= 22).toBe(true);
      expect((edge?.turns.length ?? 0) >= 10 && (edge?.turns.length ?? 0) <= 14).toBe(true);
      const flatness = (main?.ry ?? 0) / (main?.rx ?? 1);
      expect(flatness >= 0.299 && flatness <= 0.451).toBe(true);
      expect(share > 0.5).toBe((edge?.x ?? 0) < COVER.width / 2);
    }
    expect(new Set(NAMES.map((name) => JSON.stringify(coverLines(name)))).size).toBe(NAMES.length);
  });

  it("VIS-08 six templates draw six preview images of the same lines, each below 200 kB", () => {
    expect(TEMPLATE_NAMES).toHaveLength(6);
    const size = { width: 1_200, height: 630 };
    const images = TEMPLATE_NAMES.map((template) => coverPng({ ...size, ...imageColoursOf(template), rosettes: coverLines("mara", size) }));
    expect(Math.max(...images.map(({ length }) => length))).toBeLessThan(200_000);
    const decoded = images.map((image) => decode(image));
    expect(new Set(decoded.map(({ palette }) => String(palette?.[0]))).size).toBe(6);
    for (const { data } of decoded) expect(Buffer.compare(Buffer.from(data), Buffer.from(decoded[0]?.data ?? []))).toBe(0);
    const shades = new Set(decoded[0]?.data);
    expect(shades.size).toBeGreaterThan(40);
  });
});
