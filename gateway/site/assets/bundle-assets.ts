import { type BuildOptions, build, stop } from "esbuild";
import { SHELLS, type Shell, STAFF_PLACES, type StaffPlace } from "#gateway/ui/shell.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { bundleOf } from "#libs/platform/i18n/bundles.ts";
import { type AssetFiles, type Assets, assetsOf } from "./assets.ts";
import { bundleScripts } from "./bundle-scripts.ts";

const GATEWAY = new URL("../../", import.meta.url).pathname;
/** The oldest browsers that show the pages as they are meant: the first ones with `light-dark()`, `:has()` and `Intl.Segmenter`. */
const OLDEST_BROWSERS = { chrome: "123", firefox: "125", safari: "17.5" } as const;
/** Entry point of each shell's script. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  public: "app/public/public.tsx",
  app: "app/app.tsx",
  console: "app/staff/console.tsx",
};
const styleOf = (shell: Shell) => `ui/styles/${shell}.css`;
const TEXTS_OF_PAGES = "page.";
/** Only staff read these texts, so other pages do not load them. */
const TEXTS_OF_CONSOLE = /^page\.(console|staff[A-Z]\w*)\./;
/** The texts of one place of the console. */
const textsOfPlace = (place: StaffPlace) => `page.staff${place[0]?.toUpperCase()}${place.slice(1)}.`;

/** `page.error.` of `page.error.offline`. */
const groupOf = (key: string) => /^page\.\w+\./.exec(key)?.[0] ?? "";

/** The groups of texts that scripts name; the server translates the others alone. */
const groupsIn = (code: readonly (string | undefined)[]) => new Set(code.join("\n").match(/page\.\w+\./g) ?? []);

let bundlings = 0;

/** Bundles scripts and styles from their sources. Equal sources give equal names on every replica. Throws the bundler's errors. */
export async function bundleAssets(production: boolean): Promise<Assets> {
  return assetsOf(await bundleFiles(production));
}

/** The same assets as files, for the production bundle. */
export async function bundleFiles(production: boolean): Promise<AssetFiles> {
  return filesOf(await bundle(production));
}

/** Runs the bundler. Its process is stopped after the last bundling, because only the start needs it. */
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
  const target = ["es2022", ...Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`)];
  const options = {
    absWorkingDir: GATEWAY,
    outdir: "/assets",
    bundle: true,
    minify: true,
    write: false as const,
    target,
    legalComments: "none",
    logLevel: "silent",
  } satisfies BuildOptions;
  const [scripts, styles, tracker] = await Promise.all([
    bundleScripts({ folder: GATEWAY, entries: SCRIPTS, target, maps: !production }),
    build({
      ...options,
      entryPoints: SHELLS.map(styleOf),
      entryNames: "[name]-[hash]",
      assetNames: "[name]-[hash]",
      loader: { ".woff2": "file" },
      sourcemap: production ? false : "linked",
      metafile: true,
    }),
    build({ ...options, entryPoints: ["app/tracker/tracker.ts"], format: "iife", sourcemap: false }),
  ]);
  return { scripts, styles, tracker };
}

function filesOf({ scripts, styles, tracker }: Awaited<ReturnType<typeof buildAll>>): AssetFiles {
  const files = styles.outputFiles.map(({ path, contents }) => ({ file: path.split("/").at(-1) ?? "", body: Buffer.from(contents) }));
  const usedByReaders = groupsIn([scripts.code.public, scripts.code.app]);
  const forReaders = textFiles("texts", (key) => !TEXTS_OF_CONSOLE.test(key) && usedByReaders.has(groupOf(key)));
  const usedByStaff = groupsIn([scripts.code.console]);
  const forStaff = textFiles("console", (key) => !key.startsWith("page.staff") && usedByStaff.has(groupOf(key)));
  const forPlaces = STAFF_PLACES.map((place) => [place, textFiles(place, (key) => key.startsWith(textsOfPlace(place)))] as const);
  const styleFile = (entry: string) =>
    Object.entries(styles.metafile.outputs)
      .find(([, { entryPoint }]) => entryPoint === entry)?.[0]
      .split("/")
      .at(-1);
  const forShells = (fileOf: (shell: Shell) => string | undefined) =>
    Object.fromEntries(SHELLS.map((shell) => [shell, madeOf(shell, fileOf(shell))])) as Record<Shell, string>;
  return {
    files: [...scripts.files, ...files, ...forReaders.files, ...forStaff.files, ...forPlaces.flatMap(([, made]) => made.files)],
    styles: forShells((shell) => styleFile(styleOf(shell))),
    scripts: forShells((shell) => scripts.scripts[shell]),
    font: nameOfFont(files),
    texts: { public: forReaders.names, app: forReaders.names, console: forStaff.names },
    placeTexts: Object.fromEntries(forPlaces.map(([place, { names }]) => [place, names])) as AssetFiles["placeTexts"],
    tracker: Buffer.from(tracker.outputFiles[0]?.contents ?? []),
  };
}

function madeOf(shell: Shell, file: string | undefined): string {
  if (file === undefined) throw new Error(`the bundler made nothing of ${shell}`);
  return file;
}

/** The part of the font with the letters of English, which every page in its script needs. */
function nameOfFont(files: AssetFiles["files"]): string {
  const font = files.find(({ file }) => /-latin-wght-.*\.woff2$/.test(file));
  if (!font) throw new Error("the styles load no font");
  return font.file;
}

/** The texts of pages in each language, as files. */
function textFiles(name: string, isWanted: (key: string) => boolean) {
  const made = LOCALES.map((locale) => [locale, textsOf(name, locale, isWanted)] as const);
  const names = Object.fromEntries(made.map(([locale, { file }]) => [locale, file])) as Record<Locale, string>;
  return { files: made.map(([, file]) => file), names };
}

function textsOf(name: string, locale: Locale, isWanted: (key: string) => boolean): AssetFiles["files"][number] {
  const all = Object.entries({ ...bundleOf("en"), ...bundleOf(locale) });
  const texts = all.filter(([key]) => key.startsWith(TEXTS_OF_PAGES) && isWanted(key));
  const body = Buffer.from(JSON.stringify(Object.fromEntries(texts)));
  return { file: `${name}.${locale}-${sha256Hex(body.toString()).slice(0, 8)}.json`, body };
}
