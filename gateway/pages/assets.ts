import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type BuildOptions, build, stop } from "esbuild";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { bundleOf } from "#libs/platform/i18n/bundles.ts";
import { FACES, type Face } from "./face.ts";
import { JSX } from "./jsx.ts";

const HERE = new URL(".", import.meta.url).pathname;
/** The oldest browsers that get the pages with their scripts. */
const BROWSERS = ["es2022", "chrome111", "firefox113", "safari16.4"];
const TEXTS_OF_PAGES = "page.";

/** A script, a style sheet or the texts of a language, in memory. */
export interface Asset {
  /** `<name>-<hash>.<ext>` under /assets */
  readonly file: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly tag: string;
  encoded(encoding: "br" | "gzip"): Promise<Buffer>;
}

export interface Assets {
  /** The asset of a file name; of an older hash the present one, with `isCurrent` false. Null: there is no asset of this name. */
  find(file: string): { readonly asset: Asset; readonly isCurrent: boolean } | null;
  /** Addresses for the head of a page. */
  readonly styles: Readonly<Record<Face, string>>;
  readonly scripts: Readonly<Record<Face, string>>;
  texts(locale: Locale): string;
  readonly tracker: Asset;
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
};

let bundlings = 0;

/** Bundles scripts and styles from their sources. Equal sources give equal names on every replica. Throws what the bundler says. */
export async function bundleAssets(production: boolean): Promise<Assets> {
  const { outputs, tracker } = await bundle(production);
  return assetsOf(outputs, tracker);
}

/** Runs the bundler, whose process ends when the last bundling has ended: nobody needs it after the start. */
async function bundle(production: boolean) {
  bundlings += 1;
  try {
    return await buildAll(production);
  } finally {
    bundlings -= 1;
    if (bundlings === 0) await stop();
  }
}

async function buildAll(production: boolean) {
  const options = {
    ...JSX,
    absWorkingDir: HERE,
    outdir: "/assets",
    bundle: true,
    minify: true,
    write: false as const,
    sourcemap: production ? false : "inline",
    target: BROWSERS,
    legalComments: "none",
    logLevel: "silent",
  } satisfies BuildOptions;
  const [outputs, tracker] = await Promise.all([
    build({
      ...options,
      entryPoints: FACES.flatMap((face) => [`islands/${face}.tsx`, `styles/${face}.css`]),
      entryNames: "[name]-[hash]",
      chunkNames: "part-[hash]",
      format: "esm",
      splitting: true,
      metafile: true,
    }),
    build({ ...options, entryPoints: ["tracker/tracker.ts"], format: "iife", sourcemap: false }),
  ]);
  return { outputs, tracker };
}

type Bundled = Awaited<ReturnType<typeof buildAll>>;

function assetsOf({ outputFiles, metafile }: Bundled["outputs"], tracker: Bundled["tracker"]): Assets {
  const files = outputFiles.map(({ path, contents }) => asset(path.split("/").at(-1) ?? "", Buffer.from(contents)));
  const texts = new Map(LOCALES.map((locale) => [locale, textsAsset(locale)]));
  const byName = new Map([...files, ...texts.values()].map((each) => [nameOf(each.file), each]));
  const byFile = new Map([...files, ...texts.values()].map((each) => [each.file, each]));
  const outputOf = (entry: string) => {
    const output = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)?.[0];
    if (output === undefined) throw new Error(`the bundler made nothing of ${entry}`);
    return `/assets/${output.split("/").at(-1)}`;
  };
  const forFaces = (path: (face: Face) => string) => Object.fromEntries(FACES.map((face) => [face, outputOf(path(face))]));
  return {
    find(file) {
      const current = byFile.get(file);
      if (current) return { asset: current, isCurrent: true };
      const renamed = byName.get(nameOf(file));
      return renamed ? { asset: renamed, isCurrent: false } : null;
    },
    styles: forFaces((face) => `styles/${face}.css`) as Record<Face, string>,
    scripts: forFaces((face) => `islands/${face}.tsx`) as Record<Face, string>,
    texts: (locale) => `/assets/${texts.get(locale)?.file}`,
    tracker: asset("t.js", Buffer.from(tracker.outputFiles[0]?.contents ?? [])),
  };
}

/** `public-ABC.css` → `public.css`: what stays the same when the content changes. Chunks have no name, so an older one is not found. */
function nameOf(file: string): string {
  return file.startsWith("part-") ? file : file.replace(/-[A-Za-z0-9]{8}(\.\w+)$/, "$1");
}

function textsAsset(locale: Locale): Asset {
  const texts = Object.entries({ ...bundleOf("en"), ...bundleOf(locale) }).filter(([key]) => key.startsWith(TEXTS_OF_PAGES));
  const body = Buffer.from(JSON.stringify(Object.fromEntries(texts)));
  return asset(`texts.${locale}-${sha256Hex(body.toString()).slice(0, 8)}.json`, body);
}

function asset(file: string, body: Buffer): Asset {
  const encodings = new Map<string, Promise<Buffer>>();
  return {
    file,
    contentType: TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    body,
    tag: sha256Hex(body.toString("latin1")).slice(0, 32),
    // Compressed when first asked for, then kept: the start does not wait for it.
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
