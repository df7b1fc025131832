import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** A copy of the tree as it is now, with the same dependencies, for tests that change files. The caller removes it. */
export function copyOfTheTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "tree-"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of files.split("\n")) if (file !== "" && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  // A workspace has dependencies of its own where their versions differ.
  for (const folder of ["node_modules", "libs/client/node_modules"]) symlinkSync(join(ROOT, folder), join(copy, folder));
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  return copy;
}
