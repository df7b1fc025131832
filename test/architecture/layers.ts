/** A room of the house: a folder, and what its files may import besides each other. */
export interface Layer {
  readonly name: string;
  /** The first layer that fits a file decides. */
  readonly folder: string;
  /** Folders of ours that it may import. */
  readonly mayImport: readonly string[];
  readonly why: string;
}

/** The libraries in their order: each may import those before it. */
const LIBS = ["kernel", "errors", "policies", "contract-kit", "contracts", "platform", "providers"] as const;

/** The floors of the platform: a room may import the rooms of the floors before its own. */
const PLATFORM = [
  ["env", "faults", "html", "http-client", "i18n", "jobs", "log", "metrics"],
  ["mongo"],
  ["bus", "kept-values"],
  ["config", "counters", "events"],
  ["audit", "runtime"],
  ["personal-data"],
  ["service"],
  ["operations"],
  ["broker"],
] as const;

const before = (index: number): string[] => LIBS.slice(0, index).map((name) => `^libs/${name}/`);

const platformLayers: readonly Layer[] = PLATFORM.flatMap((rooms, floor) =>
  rooms.map((room) => ({
    name: `platform/${room}`,
    folder: `^libs/platform/${room}/`,
    mayImport: [
      ...before(LIBS.indexOf("platform")),
      ...PLATFORM.slice(0, floor)
        .flat()
        .map((lower) => `^libs/platform/${lower}/`),
    ],
    why: `a room of the platform imports rooms of lower floors only (${floor === 0 ? "it stands on the ground" : PLATFORM.slice(0, floor).flat().join(", ")})`,
  })),
);

const libLayers: readonly Layer[] = LIBS.filter((name) => name !== "platform").map((name) => ({
  name,
  folder: `^libs/${name}/`,
  mayImport: before(LIBS.indexOf(name)),
  why: `the order of the libraries is ${LIBS.join(", ")}`,
}));

/** The direction of imports. */
export const LAYERS: readonly Layer[] = [
  { name: "embedded-mongo", folder: "^libs/embedded-mongo/", mayImport: [], why: "the embedded store is a package of its own" },
  ...libLayers,
  ...platformLayers,
  {
    name: "domain",
    folder: "^services/([^/]+)/.*domain/",
    mayImport: ["^libs/(kernel|errors|policies|contract-kit|contracts)/", "^services/$1/.*domain/"],
    why: "the domain is pure: it imports contracts and the domain of its own service",
  },
  { name: "service", folder: "^services/([^/]+)/", mayImport: ["^libs/", "^services/$1/"], why: "a service imports no other service" },
  {
    name: "gateway",
    folder: "^gateway/",
    mayImport: ["^libs/", "^gateway/"],
    why: "the gateway knows the services by their contracts only",
  },
  { name: "deploy", folder: "^deploy/", mayImport: ["^(libs|services|gateway|deploy)/"], why: "production code imports no test code" },
  { name: "test", folder: "^test/", mayImport: [""], why: "tests may import anything" },
  {
    name: "config",
    folder: "^moleculer\\.config\\.ts$",
    mayImport: ["^libs/platform/", "^deploy/launch/"],
    why: "the entry of Moleculer's tools",
  },
];
