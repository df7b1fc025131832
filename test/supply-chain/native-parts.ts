import { readFileSync } from "node:fs";

/** npm copies the field from the package: one name, or several. */
type Names = string | readonly string[];

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: Names;
  readonly cpu?: Names;
  readonly libc?: Names;
}
type Lock = Readonly<Record<string, LockedPackage>>;

const PLATFORMS = [
  { os: "linux", cpu: "x64", libc: "glibc" },
  { os: "linux", cpu: "x64", libc: "musl" },
  { os: "linux", cpu: "arm64", libc: "glibc" },
  { os: "linux", cpu: "arm64", libc: "musl" },
  { os: "darwin", cpu: "arm64" },
  { os: "darwin", cpu: "x64" },
  { os: "win32", cpu: "x64" },
] as const;

/** Native parts that a lockfile lacks. npm installs only the locked parts, and a platform without its part cannot run the package. */
export function missingNativeParts(text: string): string[] {
  const { packages } = JSON.parse(text) as { readonly packages: Lock };
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
    const owner = path.split("node_modules/").at(-1) || "package.json";
    const parts = Object.keys(optionalDependencies).map((name) => ({ name, locked: lockedFor(packages, path, name) }));
    const native = parts.flatMap(({ locked }) => (locked?.os && locked.cpu ? [locked] : []));
    return [
      ...parts.filter(({ locked }) => !locked).map(({ name }) => `${owner}: ${name} is not locked`),
      ...(native.length < 2 ? [] : PLATFORMS.filter((platform) => !native.some((part) => fits(part, platform)))).map(
        (platform) => `${owner}: no part for ${Object.values(platform).join(" ")}`,
      ),
    ];
  });
}

/** Resolves a package from another as Node does: in its own folder first, then in those above. */
function lockedFor(packages: Lock, path: string, name: string): LockedPackage | undefined {
  const beside = packages[`${path && `${path}/`}node_modules/${name}`];
  if (beside || path === "") return beside;
  return lockedFor(packages, path.slice(0, Math.max(0, path.lastIndexOf("node_modules/") - 1)), name);
}

function fits({ os, cpu, libc }: LockedPackage, platform: { readonly os: string; readonly cpu: string; readonly libc?: string }): boolean {
  return Boolean(os?.includes(platform.os) && cpu?.includes(platform.cpu) && (!platform.libc || !libc || libc.includes(platform.libc)));
}

if (import.meta.main) {
  const missing = process.argv.slice(2).flatMap((lockfile) => missingNativeParts(readFileSync(lockfile, "utf8")));
  for (const line of missing) console.error(line);
  process.exit(missing.length === 0 ? 0 : 1);
}
