import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

const STYLES = new URL("../../gateway/ui/styles/", import.meta.url);
const styleSheet = (name: string) => readFileSync(new URL(name, STYLES), "utf8");
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];
type Colours = Readonly<Record<string, string>>;

/** The colours that a block declares, in each scheme. */
function coloursIn(block: string): Record<Scheme, Colours> {
  const values = [...block.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)];
  const of = (scheme: Scheme) =>
    Object.fromEntries(values.map(([, name = "", light, dark, both = ""]) => [name, (scheme === "light" ? light : dark) ?? both]));
  return { light: of("light"), dark: of("dark") };
}

const tokens = coloursIn(styleSheet("tokens.css"));
const templates = styleSheet("templates.css")
  .split("\n  }\n")
  .flatMap((block) => {
    const name = /\[data-template="(\w+)"\]/.exec(block)?.[1];
    return name === undefined ? [] : [{ name, own: coloursIn(block), isDark: block.includes("color-scheme: dark") }];
  });
const looks = [{ name: "paper", own: { light: {}, dark: {} }, isDark: false }, ...templates].flatMap(({ name, own, isDark }) =>
  SCHEMES.map((scheme) => ({
    name: `${name}, ${scheme}`,
    colours: { ...tokens[isDark ? "dark" : scheme], ...own[isDark ? "dark" : scheme] },
  })),
);

/** WCAG 2.2: relative luminance of a colour. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

type Pair = readonly [string, string];
const GROUNDS = ["paper", "card", "sunk"];
const onGrounds = (names: readonly string[]): Pair[] => names.flatMap((name) => GROUNDS.map((ground): Pair => [name, ground]));
const STATES = ["held", "good", "back", "bad"];
const FACES = ["peach", "butter", "mint", "sky", "lilac", "rose"];

/** Pairs of tokens with their least contrast, light and dark. */
const PAIRS: readonly (readonly [string, string, number, number])[] = [
  ...GROUNDS.map((ground) => ["ink", ground, 13.9, 14.3] as const),
  ...[...GROUNDS, "back-tint"].map((ground) => ["muted", ground, 5.6, 6.5] as const),
  ...GROUNDS.map((ground) => ["control", ground, 3.5, 4.4] as const),
  ...GROUNDS.map((ground) => ["focus", ground, 5.7, 8] as const),
  ["on-act", "act", 12.7, 14],
  ...["paper", "card"].map((ground) => ["act", ground, 11.8, 13.9] as const),
  ["held-ink", "held-tint", 6.6, 9.6],
  ["held-line", "held-tint", 3.1, 7.7],
  ["good-ink", "good-tint", 6.5, 9],
  ["good", "good-tint", 3.7, 6.4],
  ["back-ink", "back-tint", 7.3, 8.3],
  ["back", "back-tint", 3.7, 4.8],
  ["bad-ink", "bad-tint", 6.5, 8.2],
  ["on-bad", "bad", 5.3, 7.3],
  ...FACES.map((face) => [`on-${face}`, face, 7.5, 7.5] as const),
];

it("VIS-01 every pair of tokens has its contrast, in both schemes, and the wallet's ground too", () => {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const weak = PAIRS.flatMap(([one, other, ...least]) =>
    SCHEMES.flatMap((scheme, index) => {
      const found = rounded(contrast(tokens[scheme][one] ?? "", tokens[scheme][other] ?? ""));
      return found >= (least[index] ?? 0) ? [] : [`${scheme}: ${one} on ${other} is ${found}`];
    }),
  );
  expect(weak).toEqual([]);
  const { ink = "", muted = "", vault = "" } = tokens.dark;
  expect([contrast(ink, vault), contrast(muted, vault)].map(rounded)).toEqual([10.9, 6]);
});

describe.each(looks)("the colours of $name", ({ colours }) => {
  const tooWeak = (pairs: readonly Pair[], least: number) =>
    pairs.filter(([one, other]) => !(contrast(colours[one] ?? "", colours[other] ?? "") >= least));

  it("A11-08 text has a contrast of 4.5, on tints and on buttons too", () => {
    const tinted = STATES.flatMap((state): Pair[] => [
      [`${state}-ink`, `${state}-tint`],
      ["ink", `${state}-tint`],
    ]);
    const texts = onGrounds(["ink", "muted", ...STATES.map((state) => `${state}-ink`)]);
    expect(tooWeak([...texts, ...tinted, ["on-act", "act"], ["on-bad", "bad"]], 4.5)).toEqual([]);
  });

  it("VIS-08 the accent of links has the contrast of text on every ground", () => {
    expect(tooWeak(onGrounds(["accent"]), 4.5)).toEqual([]);
  });

  it("A11-08 borders of controls, arcs and the focus ring have a contrast of 3", () => {
    expect(tooWeak(onGrounds(["control", "focus", "held-line", "good", "back", "bad"]), 3)).toEqual([]);
  });
});

describe("the style sheets", () => {
  const sheets = readdirSync(STYLES).filter((name) => name.endsWith(".css") && !["tokens.css", "templates.css"].includes(name));
  const found = (problem: (text: string) => readonly string[]) =>
    sheets.flatMap((name) => problem(styleSheet(name).replace(/\/\*.*?\*\//gs, "")).map((text) => `${name}: ${text}`));
  const valuesOf = (property: RegExp) => (text: string) =>
    [...text.matchAll(new RegExp(`[\\s;{](${property.source}):\\s*([^;}]+)`, "g"))].map(([, name = "", value = ""]) => `${name}: ${value}`);

  it("VIS-01 no style names a colour: tokens do", () => {
    const literal =
      /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb|light-dark)\(|:\s*(?:white|black|red|green|blue|gr[ae]y)\b/gi;
    expect(found((text) => text.match(literal) ?? [])).toEqual([]);
  });

  it("VIS-01 no style names the size of a text or a radius: tokens do", () => {
    const measured = /[\d.]+(?:rem|em|px|%|ch|vw|cqi)/;
    const own = (values: readonly string[]) => values.filter((value) => measured.test(value.replace(/calc\(var\(--size[^;]*/, "")));
    expect(found((text) => own(valuesOf(/font-size|font|border(?:-\w+)*-radius/)(text)))).toEqual([]);
  });

  it("VIS-01 nothing but the tokens knows the scheme", () => {
    expect(found((text) => text.match(/prefers-color-scheme/g) ?? [])).toEqual([]);
  });
});
