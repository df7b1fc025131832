import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Shell, STAFF_PLACES, type StaffPlace } from "#gateway/ui/shell.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";

/** A script, a style sheet, a font or the texts of a language, in memory. */
export interface Asset {
  /** `<name>-<hash>.<ext>` under /assets */
  readonly file: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly tag: string;
  encoded(encoding: "br" | "gzip"): Promise<Buffer>;
}

export interface Assets {
  /**
   * Finds an asset by file name. For an outdated hash it returns the current asset, with `isCurrent` false. Null: no asset has this name.
   */
  find(file: string): { readonly asset: Asset; readonly isCurrent: boolean } | null;
  /** URLs for the head of a page. */
  readonly styles: Readonly<Record<Shell, string>>;
  readonly scripts: Readonly<Record<Shell, string>>;
  texts(shell: Shell, locale: Locale): string;
  /** The further texts of the console, by place. */
  placeTexts(locale: Locale): Readonly<Record<StaffPlace, string>>;
  /** The font of headings, for languages in its script. */
  readonly font: string;
  readonly tracker: Asset;
}

/** The asset files, and the names by which pages refer to them. */
export interface AssetFiles {
  readonly files: readonly { readonly file: string; readonly body: Buffer }[];
  /** File names. */
  readonly styles: Readonly<Record<Shell, string>>;
  readonly scripts: Readonly<Record<Shell, string>>;
  readonly texts: Readonly<Record<Shell, Readonly<Record<Locale, string>>>>;
  readonly placeTexts: Readonly<Record<StaffPlace, Readonly<Record<Locale, string>>>>;
  readonly font: string;
  readonly tracker: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  woff2: "font/woff2",
};

export function assetsOf({ files, styles, scripts, texts, placeTexts, font, tracker }: AssetFiles): Assets {
  const assets = files.map(({ file, body }) => asset(file, body));
  const byName = new Map(assets.map((each) => [nameOf(each.file), each]));
  const byFile = new Map(assets.map((each) => [each.file, each]));
  return {
    find(file) {
      const current = byFile.get(file);
      if (current) return { asset: current, isCurrent: true };
      const renamed = byName.get(nameOf(file));
      return renamed ? { asset: renamed, isCurrent: false } : null;
    },
    styles: addressesOf(styles),
    scripts: addressesOf(scripts),
    texts: (shell, locale) => addressOf(texts[shell][locale]),
    placeTexts: (locale) =>
      Object.fromEntries(STAFF_PLACES.map((place) => [place, addressOf(placeTexts[place][locale])])) as Record<StaffPlace, string>,
    font: addressOf(font),
    tracker: asset("t.js", tracker),
  };
}

const addressOf = (file: string): string => `/assets/${file}`;

function addressesOf(files: Readonly<Record<Shell, string>>): Record<Shell, string> {
  return Object.fromEntries(Object.entries(files).map(([shell, file]) => [shell, addressOf(file)])) as Record<Shell, string>;
}

/** `public-ABC.css` → `public.css`: the part that remains when the content changes. Chunks have no name, so outdated ones are not found. */
function nameOf(file: string): string {
  return file.startsWith("part-") ? file : file.replace(/-[A-Za-z0-9]{8}(\.\w+)$/, "$1");
}

function asset(file: string, body: Buffer): Asset {
  const encodings = new Map<string, Promise<Buffer>>();
  return {
    file,
    contentType: TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    body,
    tag: sha256Hex(body.toString("latin1")).slice(0, 32),
    // Compressed on first use, then cached, so that the start does not wait for it.
    encoded(encoding) {
      const known = encodings.get(encoding) ?? (encoding === "br" ? brotli(body) : zip(body));
      encodings.set(encoding, known);
      return known;
    },
  };
}

const zip = (body: Buffer): Promise<Buffer> => promisify(gzip)(body, { level: 9 });
const brotli = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
