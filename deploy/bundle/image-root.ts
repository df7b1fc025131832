import { existsSync, readdirSync } from "node:fs";
import { buildBundle } from "./build-bundle.ts";

// `npm run image:root -- FOLDER`: everything that an image needs besides Node. `node FOLDER/main.js gateway` runs a process, `single` the
// whole system.

const [, , folder] = process.argv;
if (!folder || (existsSync(folder) && readdirSync(folder).length > 0)) {
  console.error("usage: npm run image:root -- FOLDER   (a new or an empty one)");
  process.exit(2);
}
await buildBundle(folder, { maps: false });
