import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { lookUp, PUBLIC_SOURCES } from "./look-up.ts";
import { type Pins, withPins } from "./references.ts";

// Versions of container images and CI actions stand in pins.json only. `npm run pins` writes them to the files that use them. `-- --check`
// lists the differences. `-- --look-up` first looks up the digests of the versions in the registries.
const root = fileURLToPath(new URL("../../", import.meta.url));
const file = join(root, "deploy", "pins", "pins.json");
const { values } = parseArgs({ options: { check: { type: "boolean" }, "look-up": { type: "boolean" } } });

let pins = JSON.parse(readFileSync(file, "utf8")) as Pins;
if (values["look-up"]) {
  pins = await lookUp(pins, PUBLIC_SOURCES);
  writeFileSync(file, `${JSON.stringify(pins, null, 2)}\n`);
}
const differing = globSync(["docker-compose*.yml", "deploy/**/Dockerfile", ".github/workflows/*.yml"], { cwd: root }).filter((path) => {
  const text = readFileSync(join(root, path), "utf8");
  const pinned = withPins(text, pins);
  if (pinned !== text && !values.check) writeFileSync(join(root, path), pinned);
  return pinned !== text;
});
if (values.check && differing.length > 0) {
  console.error(`versions differ from deploy/pins/pins.json: ${differing.join(", ")}; npm run pins writes them`);
  process.exit(1);
}
