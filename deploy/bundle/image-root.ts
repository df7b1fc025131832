import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildBundle } from "./build-bundle.ts";

// `npm run image:root -- FOLDER`: everything that an image needs besides Node. `node FOLDER/main.js gateway` runs a process, `single` the
// whole system.

/** The decoders of pictures, with what they load. npm has installed their native code for this system. */
const DECODERS = ["sharp", "detect-libc", "semver", "@img"];
const packages = join(import.meta.dirname, "../../node_modules");

const [, , folder] = process.argv;
if (!folder || (existsSync(folder) && readdirSync(folder).length > 0)) {
  console.error("usage: npm run image:root -- FOLDER   (a new or an empty one)");
  process.exit(2);
}
await buildBundle(folder, { maps: false });
for (const name of DECODERS) {
  const filter = (path: string) => !path.endsWith(".d.ts");
  cpSync(join(packages, name), join(folder, "node_modules", name), { recursive: true, filter });
}
