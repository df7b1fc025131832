import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleFiles } from "#gateway/site/assets/bundle-assets.ts";
import { JSX } from "#gateway/site/assets/jsx.ts";
import { ASSETS_FILE, type MadeAssets, TRACKER_FILE } from "#gateway/site/assets/made-assets.ts";
import { FILES, ownFiles, requiredParts } from "./own-files.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The entry points. Everything else is imported by these. */
const PROGRAMS = {
  "deploy/bundle/main.ts": "main",
  "deploy/launch/service.ts": "service",
  "deploy/launch/server-guard.ts": "server-guard",
  "gateway/site/pages.tsx": "pages",
  "libs/embedded-mongo/main.ts": "store",
} as const;
/** Files that the code reads at run time. */
const READ = ["deploy/bus/subjects.json", "libs/platform/i18n/locales"];
/**
 * Packages that stay outside: the MongoDB for development, which is loaded only where it is installed, and the bundlers, which run from
 * sources only. The decoders of pictures are native code.
 */
const LEFT_OUT = ["mongodb-memory-server-core", "mongodb-memory-server-core/*", "esbuild", "rolldown", "sharp"];

/** Writes a bundle into a folder: one JavaScript file per program, the shared chunks, and the files that the code reads. */
export async function buildBundle(folder: string, { maps }: { readonly maps: boolean }): Promise<void> {
  await build({
    ...JSX,
    absWorkingDir: ROOT,
    entryPoints: Object.entries(PROGRAMS).map(([source, out]) => ({ in: source, out })),
    outdir: folder,
    chunkNames: "part-[hash]",
    bundle: true,
    // Processes share common code, and load only the code of their own services.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    // Function names stay, for stack traces. Escapes store texts at one byte per character.
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
