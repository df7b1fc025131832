import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PARTS = ["deploy", "gateway", "libs", "services", "package.json", "package-lock.json"];
const LEFT_OUT = new Set(["node_modules", "test", "decisions", "docs", "screenshots"]);

/**
 * A hash of every input of a bundle: the content of the sources, the versions of packages, and Node, whose compiled code lies beside it.
 * @param {string} root
 */
export function sourceHash(root) {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}`);
  for (const path of PARTS.flatMap((part) => filesBelow(root, part))) {
    const content = readFileSync(join(root, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest("hex").slice(0, 32);
}

function filesBelow(root, path) {
  if (path.startsWith("package")) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(({ name }) => !LEFT_OUT.has(name));
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`])).sort();
}
