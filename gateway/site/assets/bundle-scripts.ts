import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import type { AssetFiles } from "./assets.ts";
import { contractRoutes } from "./contract-routes.ts";
import { JSX } from "./jsx.ts";
import { partOf } from "./script-parts.ts";

interface Options {
  /** Folder that the names of entry points are relative to. */
  readonly folder: string;
  /** Paths of the entry points, by name. */
  readonly entries: Readonly<Record<string, string>>;
  readonly target: readonly string[];
  /** Whether each script gets a map of its own, which a browser loads for its debugger only. */
  readonly maps: boolean;
}

/** All that an entry point loads, at once or later. */
function codeOf(entry: OutputChunk, chunks: readonly OutputChunk[]): string {
  const reached = new Set([entry.fileName]);
  const code: string[] = [];
  for (const fileName of reached) {
    const chunk = chunks.find((each) => each.fileName === fileName);
    if (!chunk) continue;
    code.push(chunk.code);
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) reached.add(other);
  }
  return code.join("\n");
}

/** The scripts of pages as modules, with what several of them share in a few parts; and the file and all code of each entry point. */
export async function bundleScripts({ folder, entries, target, maps }: Options) {
  const build = await rolldown({
    cwd: folder,
    input: { ...entries },
    plugins: [contractRoutes as Plugin],
    transform: { jsx: { runtime: JSX.jsx, importSource: JSX.jsxImportSource }, target: [...target] },
    preserveEntrySignatures: false,
    logLevel: "silent",
  });
  try {
    const { output } = await build.generate({
      format: "esm",
      minify: true,
      comments: false,
      hashCharacters: "base36",
      sourcemap: maps,
      entryFileNames: "[name]-[hash].js",
      chunkFileNames: "part-[hash].js",
      codeSplitting: { minSize: 0, includeDependenciesRecursively: false, groups: [{ name: partOf(folder), debugName: "parts" }] },
    });
    const chunks = output.filter((each): each is OutputChunk => each.type === "chunk");
    const files: AssetFiles["files"] = output.map((each) => ({
      file: each.fileName,
      body: Buffer.from(each.type === "chunk" ? each.code : each.source),
    }));
    const entryPoints = chunks.filter(({ isEntry }) => isEntry);
    return {
      files,
      scripts: Object.fromEntries(entryPoints.map(({ name, fileName }) => [name, fileName])),
      code: Object.fromEntries(entryPoints.map((entry) => [entry.name, codeOf(entry, chunks)])),
    };
  } finally {
    await build.close();
  }
}
