import { sourceOf } from "#deploy/launch/bundle-sources.ts";

/** A CPU profile as V8 writes it. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber?: number;
      readonly columnNumber?: number;
    };
    readonly children?: readonly number[];
  }[];
  /** The node that ran at each sample, and microseconds since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

type Frame = CpuProfile["nodes"][number]["callFrame"];

/** In the order of the table. */
export const OWNERS = [
  "our code",
  "driver",
  "mongoose",
  "moleculer",
  "NATS",
  "Redis",
  "JSON",
  "crypto",
  "validation",
  "other packages",
  "node",
  "garbage",
] as const;
export type Owner = (typeof OWNERS)[number];

const PACKAGES: readonly (readonly [RegExp, Owner])[] = [
  [/node_modules\/(mongodb|bson|mongodb-connection-string-url)\//, "driver"],
  [/node_modules\/(mongoose|kareem|mquery|sift)\//, "mongoose"],
  [/node_modules\/moleculer/, "moleculer"],
  [/node_modules\/(nats|nkeys\.js|@nats-io)\//, "NATS"],
  [/node_modules\/(ioredis|@ioredis|redis-[^/]+|denque|standard-as-callback)\//, "Redis"],
  [/node_modules\/(secure-json-parse)\//, "JSON"],
  [/node_modules\/(jsonwebtoken|jws|jwa|ecdsa-sig-formatter|oauth4webapi)\//, "crypto"],
  [/node_modules\/(fastest-validator)\//, "validation"],
  [/node_modules\//, "other packages"],
  [/^node:internal\/crypto|^node:crypto/, "crypto"],
  [/^node:/, "node"],
];

/** Built-in functions have no file. */
const BUILT_IN: Readonly<Record<string, Owner>> = {
  "(garbage collector)": "garbage",
  parse: "JSON",
  stringify: "JSON",
};
/** Frames in which no function runs: idle time, compiled libraries, and waiting for a busy processor. */
const RESTING = new Set(["(idle)", "(root)", "(program)"]);

/** The owner of a function; null for a frame in which no function runs. */
function ownerOf({ functionName, url }: Frame): Owner | null {
  if (RESTING.has(functionName)) return null;
  if (url === "") return BUILT_IN[functionName] ?? "node";
  // A package of this tree is linked into the folder of packages.
  if (url.includes("node_modules/@creator-platform/")) return "our code";
  return PACKAGES.find(([files]) => files.test(url))?.[1] ?? "our code";
}

/** The same profile, with source files in place of the files of a bundle. */
export function withSources(profile: CpuProfile): CpuProfile {
  const nodes = profile.nodes.map((node) => {
    const { url, lineNumber = 0, columnNumber = 0 } = node.callFrame;
    const source = url.startsWith("file:") ? sourceOf({ url, line: lineNumber, column: columnNumber }) : null;
    if (!source) return node;
    return { ...node, callFrame: { ...node.callFrame, url: source.url, lineNumber: source.line, columnNumber: source.column } };
  });
  return { ...profile, nodes };
}

/** Microseconds spent in the functions of each owner. A built-in function counts for itself, not for its caller. */
export function timeByOwner({ nodes, samples, timeDeltas }: CpuProfile): Map<Owner, number> {
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
  const times = new Map<Owner, number>();
  for (const [index, id] of samples.entries()) {
    const owner = owners.get(id);
    if (owner) times.set(owner, (times.get(owner) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return times;
}
