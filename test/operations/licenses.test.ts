import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Licenses that ask for no more than a notice. */
const PERMISSIVE = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MIT-0", "OFL-1.1", "Unlicense"];

/** The dynamic library of `sharp`, alone or beside its binding: decision 35. */
const LIBVIPS = /^node_modules\/@img\/sharp-(libvips-[\w-]+|wasm32|win32-\w+)$/;

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Readonly<Record<string, LockedPackage>> };
const running = Object.entries(packages).filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link);

/** Whether one of the licenses to choose from, or all that hold together, are permissive. */
function isPermissive(license = ""): boolean {
  const terms = license.replace(/^\((.*)\)$/, "$1").split(/ (?:AND|OR) /);
  return license.includes(" OR ") ? terms.some((term) => PERMISSIVE.includes(term)) : terms.every((term) => PERMISSIVE.includes(term));
}

it("every package that runs in production has a permissive license, except the library of pictures", () => {
  expect(running.length).toBeGreaterThan(100);
  const others = running.filter(([, { license }]) => !isPermissive(license));
  expect(others.filter(([path]) => !LIBVIPS.test(path)).map(([path, { license }]) => `${path} ${license}`)).toEqual([]);
  expect(others.map(([, { license }]) => license?.includes("LGPL-3.0-or-later"))).toEqual(others.map(() => true));
  const own = JSON.parse(readFileSync("node_modules/sharp/package.json", "utf8")) as { license: string };
  expect(own.license).toBe("Apache-2.0");
});
