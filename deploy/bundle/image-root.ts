import { cpSync, existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buildBundle } from "./build-bundle.ts";

// `npm run image:root -- FOLDER`: everything that an image needs besides Node. `node FOLDER/main.js gateway` runs a process, `single` the
// whole system.
const require = createRequire(import.meta.url);
/** The files that the page at /docs loads. */
const SWAGGER_UI = dirname(require.resolve("swagger-ui-dist/package.json"));
const SWAGGER_FILES = ["package.json", "swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js"];

/** The decoders of pictures, with what they load. npm has installed their native code for this system. */
const DECODERS = ["sharp", "detect-libc", "semver", "@img"];

const [, , folder] = process.argv;
if (!folder || (existsSync(folder) && readdirSync(folder).length > 0)) {
  console.error("usage: npm run image:root -- FOLDER   (a new or an empty one)");
  process.exit(2);
}
await buildBundle(folder, { maps: false });
for (const file of SWAGGER_FILES) cpSync(join(SWAGGER_UI, file), join(folder, "node_modules/swagger-ui-dist", file));
const packages = join(SWAGGER_UI, "..");
for (const name of DECODERS) {
  const filter = (path: string) => !path.endsWith(".d.ts");
  cpSync(join(packages, name), join(folder, "node_modules", name), { recursive: true, filter });
}
