import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { JSX } from "./assets/jsx.ts";

/** Lets this process load `.tsx`: Node strips the types of `.ts` by itself, but does not know JSX. */
export function loadTsx(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith(".tsx")) return nextLoad(url, context);
      const path = fileURLToPath(url);
      const source = readFileSync(path, "utf8");
      const { code } = transformSync(source, { ...JSX, loader: "tsx", format: "esm", sourcefile: path, sourcemap: "inline" });
      return { format: "module", source: code, shortCircuit: true };
    },
  });
}
