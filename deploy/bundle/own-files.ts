import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "esbuild";

/** Where a bundle keeps what its code reads: a file has the path there that it has among the sources. */
export const FILES = "files";

/** What runs by itself, by the path of its source. */
export type Programs = Readonly<Record<string, string>>;

/** Takes the place of another source in a bundle. */
const REPLACED: Readonly<Record<string, string>> = {
  "gateway/site/assets/bundle-assets.ts": "gateway/site/assets/made-assets.ts",
};

/**
 * Lets sources in a bundle find programs and files as they find them beside themselves: a program is another file of the bundle, everything
 * else lies in `FILES`. Throws for a program that is not in the list.
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
      // Frames of packages are named by the bundle: maps of own sources only are a tenth as large.
      build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, ({ path }) => ({
        contents: `${readFileSync(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
        loader: "default",
      }));
    },
  };
}

/**
 * An import of a part of Node reads all that it exports. `node:http` exports WebSocket, which loads Node's own fetch: 17 MiB and 70 ms of each
 * process, where nobody fetches. What is required is read when it is used.
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
      // The bundler knows what a module requires only where it is called by this name.
      .replace("const require = createRequire(import.meta.url);\n", "")
      .replace(/new URL\("([^"]+\.tsx?)", import\.meta\.url\)/g, (_, path: string) => `new URL("./${programOf(path)}.js", import.meta.URL)`)
      .replaceAll("import.meta.url", `import.meta.resolve("./${FILES}/${source}")`)
      .replaceAll("import.meta.URL", "import.meta.url")
  );
}
