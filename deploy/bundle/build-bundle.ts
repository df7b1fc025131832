import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleFiles } from "#gateway/site/assets/bundle-assets.ts";
import { JSX } from "#gateway/site/assets/jsx.ts";
import { ASSETS_FILE, type MadeAssets, TRACKER_FILE } from "#gateway/site/assets/made-assets.ts";
import { FILES, ownFiles, requiredParts } from "./own-files.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What runs by itself. Everything else is a part of these, or shared by them. */
const PROGRAMS = {
  "deploy/bundle/main.ts": "main",
  "deploy/launch/service.ts": "service",
  "deploy/launch/server-guard.ts": "server-guard",
  "gateway/site/pages.tsx": "pages",
  "libs/embedded-mongo/main.ts": "store",
} as const;
/** What the code reads while it runs. */
const READ = ["deploy/bus/subjects.json", "libs/platform/i18n/locales"];
/** The MongoDB of a developer, which is asked for only where it is installed, and the bundler of whoever runs from sources. */
const LEFT_OUT = ["mongodb-memory-server-core", "mongodb-memory-server-core/*", "esbuild"];

/** Makes a bundle in a folder: one JavaScript file for each program, the parts that they share, and the files that they read. */
export async function buildBundle(folder: string, { maps }: { readonly maps: boolean }): Promise<void> {
  await build({
    ...JSX,
    absWorkingDir: ROOT,
    entryPoints: Object.entries(PROGRAMS).map(([source, out]) => ({ in: source, out })),
    outdir: folder,
    chunkNames: "part-[hash]",
    bundle: true,
    // Processes share what they have in common, and load the parts of their own services only.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    // Names of functions stay, for stack traces; escapes keep texts at one byte for each character.
    minifyWhitespace: true,
    minifySyntax: true,
    charset: "ascii",
    legalComments: "none",
    sourcemap: maps ? "linked" : false,
    sourcesContent: false,
    external: LEFT_OUT,
    banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
    plugins: [requiredParts, ownFiles(ROOT, PROGRAMS)],
    logLevel: "error",
  });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const path of READ) cpSync(join(ROOT, path), join(folder, FILES, path), { recursive: true });
  await writeAssets(join(folder, FILES, "gateway/site/assets/made"));
}

async function writeAssets(folder: string): Promise<void> {
  const { files, tracker, ...names } = await bundleFiles(true);
  const manifest: MadeAssets = { ...names, files: files.map(({ file }) => file) };
  mkdirSync(folder, { recursive: true });
  for (const { file, body } of [...files, { file: TRACKER_FILE, body: tracker }]) writeFileSync(join(folder, file), body);
  writeFileSync(join(folder, ASSETS_FILE), JSON.stringify(manifest));
}
