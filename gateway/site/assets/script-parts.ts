import { dirname, relative } from "node:path";
import type { PluginContext } from "rolldown";

type Modules = Pick<PluginContext, "getModuleInfo">;

/** Pages of several folders that make a module common to all. What fewer of them share is a small part of its own. */
const COMMON_FROM = 5;

/**
 * The part of the scripts that a module belongs to; null: the bundler decides, by a part for each combination of pages that share
 * something. With those alone, a page would load fifty files of a few hundred bytes.
 * - What shells always load is one part for each combination of them, and another one with what pages of further shells use, too.
 * - What the pages of one folder share is a part, and what many pages of the same shells share is another one.
 */
export const partOf =
  (folder: string) =>
  (id: string, modules: Modules): string | null => {
    // It runs when it is loaded.
    if (modules.getModuleInfo(id)?.isEntry) return null;
    const { shells, pages } = usersOf(id, modules);
    if (shells.length > 0) {
      const further = pages.flatMap((page) => shellsOf(page, modules)).filter((shell) => !shells.includes(shell));
      // Named apart: a part of both kinds of modules and another one could import each other.
      return ["shell", ...shells.sort(), "further", ...new Set(further.sort())].join(" ");
    }
    if (pages.length < 2) return null;
    const folders = new Set(pages.map((page) => relative(folder, dirname(page))));
    if (folders.size === 1) return `folder ${[...folders][0]}`;
    if (pages.length < COMMON_FROM) return null;
    // What the pages of one shell share, those of another need not load.
    return ["common", ...new Set(pages.flatMap((page) => shellsOf(page, modules)).sort())].join(" ");
  };

/** The entry points, and the modules loaded on demand, that load a module with them. */
function usersOf(id: string, modules: Modules) {
  const loaders = reached(id, ({ importers }) => importers, modules);
  const has = (each: string) => modules.getModuleInfo(each);
  return {
    shells: loaders.filter((each) => has(each)?.isEntry),
    pages: loaders.filter((each) => !has(each)?.isEntry && has(each)?.dynamicImporters.length),
  };
}

/** The entry points whose pages load a module. */
const shellsOf = (id: string, modules: Modules): string[] =>
  reached(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters], modules).filter(
    (each) => modules.getModuleInfo(each)?.isEntry,
  );

type Module = NonNullable<ReturnType<Modules["getModuleInfo"]>>;

function reached(id: string, next: (module: Module) => readonly string[], modules: Modules): string[] {
  const seen = new Set([id]);
  for (const each of seen) {
    const module = modules.getModuleInfo(each);
    for (const other of module ? next(module) : []) seen.add(other);
  }
  return [...seen];
}
