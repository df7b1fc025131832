import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

type Colours = Readonly<Record<string, string>>;

const styleSheet = (name: string) => readFileSync(new URL(`../../gateway/ui/styles/${name}.css`, import.meta.url), "utf8");
const coloursIn = (block: string): Colours =>
  Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = "", value = ""]) => [name, value]));
/** The colours of a selector inside and outside the media query for dark schemes. */
function coloursOf(sheet: string, selector: string) {
  const [light = "", dark = ""] = sheet.split("@media (prefers-color-scheme: dark)");
  const blockIn = (text: string) => coloursIn(text.split(`${selector} {`)[1]?.split("}")[0] ?? "");
  return { light: blockIn(light), dark: blockIn(dark) };
}

const base = coloursOf(styleSheet("tokens"), ":root");
const templates = styleSheet("templates");
const looks = ["paper", "night", "sand", "ink"].flatMap((template) => {
  const own = coloursOf(templates, `:root[data-template="${template}"]`);
  return [
    { name: `${template}, light`, colours: { ...base.light, ...own.light } },
    { name: `${template}, dark`, colours: { ...base.light, ...base.dark, ...own.light, ...own.dark } },
  ];
});

/** WCAG 2.2: relative luminance of a colour. */
function luminance(hex: string): number {
  const digits = hex.slice(1).length === 3 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["paper", "card"];
const TEXTS = ["ink", "muted", "accent", "danger", "warn", "good"].flatMap((text) => GROUNDS.map((ground) => [text, ground] as const));
const TINTED = ["danger", "warn", "good"].flatMap((kind) => [[kind, `tint-${kind}`] as const, ["ink", `tint-${kind}`] as const]);
const CONTROLS = ["control", "focus"].flatMap((part) => GROUNDS.map((ground) => [part, ground] as const));

describe.each(looks)("the colours of $name", ({ colours }) => {
  const tooWeak = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs.filter(([one, other]) => contrast(colours[one] ?? "", colours[other] ?? "") < least);

  it("A11-08 text has a contrast of 4.5, on tints and on buttons too", () => {
    expect(tooWeak([...TEXTS, ...TINTED, ["on-accent", "accent"], ["ink", "selected"], ["ink", "line"]], 4.5)).toEqual([]);
  });

  it("A11-08 borders of controls and the focus ring have a contrast of 3", () => {
    expect(tooWeak(CONTROLS, 3)).toEqual([]);
  });
});
