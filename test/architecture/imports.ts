import { cruise, type ICruiseResult, type IForbiddenRuleType, type IModule } from "dependency-cruiser";
import { LAYERS } from "./layers.ts";

const OURS = "^(libs|services|gateway|deploy|test)/|^moleculer\\.config\\.ts$";
const ROOMS = ["libs", "services", "gateway", "deploy", "moleculer.config.ts"];
const EMBEDDED_ENTRY = "^libs/embedded-mongo/(index|main)\\.ts$";

/** The rules of imports between files, as dependency-cruiser checks them. */
const RULES: readonly IForbiddenRuleType[] = [
  {
    name: "no-circular",
    comment: "files that import each other can be neither read nor tested one by one",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "embedded-mongo-entry",
    comment: "of the embedded store others import the public entry only",
    severity: "error",
    from: { pathNot: "^libs/embedded-mongo/" },
    to: { path: "^libs/embedded-mongo/", pathNot: EMBEDDED_ENTRY },
  },
  ...LAYERS.map(({ name, folder, mayImport, why }, index): IForbiddenRuleType => {
    const own = folder.includes("(") ? [] : [folder];
    return {
      name: `layer ${name}`,
      comment: why,
      severity: "error",
      from: { path: folder, pathNot: LAYERS.slice(0, index).map((earlier) => earlier.folder) },
      to: { path: OURS, pathNot: [...own, ...mayImport, EMBEDDED_ENTRY] },
    };
  }),
];

export interface ImportGraph {
  /** Files of ours, each with the files of ours that it imports. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly violations: readonly string[];
}

/** Reads the imports of the product below a root, types included, and holds them against the rules. */
export async function readImports(root: string): Promise<ImportGraph> {
  const { output } = await cruise(ROOMS, {
    baseDir: root,
    ruleSet: { forbidden: [...RULES] },
    validate: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^libs/embedded-mongo/test/" },
    // TypeScript 7 has no programming interface yet.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx"] },
  } as Parameters<typeof cruise>[1]);
  const { modules, summary } = output as ICruiseResult;
  return {
    files: new Map(modules.filter(isOurs).map(({ source, dependencies }) => [source, targetsOf(dependencies)])),
    violations: summary.violations.map(textOf),
  };
}

const isOurs = ({ source }: Pick<IModule, "source">): boolean => new RegExp(OURS).test(source);

function targetsOf(dependencies: IModule["dependencies"]): string[] {
  return dependencies.map(({ resolved }) => resolved).filter((source) => isOurs({ source }));
}

function textOf({ from, to, rule, cycle }: ICruiseResult["summary"]["violations"][number]): string {
  const why = RULES.find(({ name }) => name === rule.name)?.comment;
  const path = cycle ? cycle.map(({ name }) => name).join(" → ") : to;
  return `${from} → ${path}: ${rule.name} (${why})`;
}

/**
 * Circles between the files and folders that lie side by side in one folder. A folder counts as one node with all its contents. Without a
 * circle, no arrow points back up on any level.
 */
export function folderCircles(files: ImportGraph["files"]): string[] {
  const levels = new Map<string, Map<string, Set<string>>>();
  for (const [from, targets] of files) {
    for (const to of targets) {
      const [a, b] = [from.split("/"), to.split("/")];
      const depth = a.findIndex((part, index) => part !== b[index]);
      if (depth < 0) continue;
      const level = levels.get(a.slice(0, depth).join("/")) ?? new Map<string, Set<string>>();
      levels.set(a.slice(0, depth).join("/"), level);
      level.set(a[depth] ?? "", (level.get(a[depth] ?? "") ?? new Set()).add(b[depth] ?? ""));
    }
  }
  return [...levels].flatMap(([folder, graph]) =>
    circlesIn(graph).map((members) => `${folder || "."}: ${members.join(", ")} import each other (a circle between folders)`),
  );
}

/** Groups of nodes that can reach each other. */
function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = new Map([...graph.keys()].map((start) => [start, reachable(graph, start)]));
  const seen = new Set<string>();
  const circles: string[][] = [];
  for (const [start, targets] of reach) {
    if (seen.has(start) || !targets.has(start)) continue;
    const members = [...targets].filter((target) => reach.get(target)?.has(start)).sort();
    for (const member of members) seen.add(member);
    circles.push(members);
  }
  return circles;
}

function reachable(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return found;
}
