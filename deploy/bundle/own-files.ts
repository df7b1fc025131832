import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "esbuild";

/** The folder of a bundle for files that its code reads. A file has the same path there as in the sources. */
export const FILES = "files";

/** The entry points of the bundle, by the path of their source. */
export type Programs = Readonly<Record<string, string>>;

/** Sources that a bundle replaces, and their replacements. */
const REPLACED: Readonly<Record<string, string>> = {
  "gateway/site/assets/bundle-assets.ts": "gateway/site/assets/made-assets.ts",
};

/**
 * Redirects the paths that sources derive from `import.meta.url`. A program becomes a file of the bundle, any other file lies in `FILES`.
 * Throws for a program that is not in the list.
 */
export function ownFiles(root: string, programs: Programs): Plugin {
  return {
    name: "own-files",
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const source = relative(root, path);
        if (source.startsWith("node_modules")) return null;
        const text = readFileSync(join(root, REPLACED[source] ?? source), "utf8");
        return { contents: located(text, REPLACED[source] ?? source, programs), loader: path.endsWith("x") ? "tsx" : "ts" };
      });
      // Stack frames in packages name the bundle: source maps for own sources only are a tenth as large.
      build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, ({ path }) => ({
        contents: `${readFileSync(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
        loader: "default",
      }));
    },
  };
}

/**
 * Turns imports of Node's modules into `require`, which loads each export on first use. An import loads all of them: `node:http` exports
 * WebSocket, which loads Node's own fetch. That costs each process 17 MiB and 70 ms, though none uses fetch.
 */
export const requiredParts: Plugin = {
  name: "required-parts",
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      kind === "import-statement" && isBuiltin(path) ? { path, namespace: "required" } : null,
    );
    build.onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({ contents: `module.exports = require("${path}");` }));
  },
};

const EMPTY_MAP = Buffer.from(JSON.stringify({ version: 3, sources: [""], mappings: "A" })).toString("base64");

function located(text: string, source: string, programs: Programs): string {
  const programOf = (path: string): string => {
    const program = programs[join(dirname(source), path)];
    if (!program) throw new Error(`${source} runs ${path}, which is no program of the bundle`);
    return program;
  };
  return (
    text
      // The bundler follows a `require` only under its own name.
      .replace("const require = createRequire(import.meta.url);\n", "")
      .replace(/new URL\("([^"]+\.tsx?)", import\.meta\.url\)/g, (_, path: string) => `new URL("./${programOf(path)}.js", import.meta.URL)`)
      .replaceAll("import.meta.url", `import.meta.resolve("./${FILES}/${source}")`)
      .replaceAll("import.meta.URL", "import.meta.url")
  );
}
