/** A room of the house: a folder, and the folders that its files may import. */
export interface Layer {
  readonly name: string;
  /** The first layer that fits a file decides. */
  readonly folder: string;
  /** Folders of ours that it may import. */
  readonly mayImport: readonly string[];
  readonly why: string;
}

/** The libraries in their order: each may import the earlier ones. */
const LIBS = ["kernel", "errors", "policies", "contract-kit", "contracts", "platform", "providers"] as const;

/** The floors of the platform: a room may import rooms of lower floors. */
const PLATFORM = [
  ["env", "faults", "html", "http-client", "i18n", "jobs", "log", "metrics"],
  ["mongo"],
  ["bus", "derived-totals"],
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

/** The site lies above the application, and both lie above their shared code. The HTTP core loads the site only. */
const gatewayLayers: readonly Layer[] = [
  { name: "gateway/ui", folder: "^gateway/ui/", mayImport: ["^libs/"], why: "site and application use it, so it knows neither" },
  {
    name: "gateway/app/client",
    folder: "^gateway/app/client/",
    mayImport: ["^(libs|gateway/ui)/"],
    why: "session and calls know nothing that is drawn with them",
  },
  {
    name: "gateway/app/ui",
    folder: "^gateway/app/ui/",
    mayImport: ["^(libs|gateway/ui|gateway/app/client)/"],
    why: "what places share knows no place",
  },
  {
    name: "gateway/app/place",
    folder: "^gateway/app/([^/]+)/",
    mayImport: ["^(libs|gateway/ui|gateway/app/client|gateway/app/ui)/", "^gateway/app/$1/"],
    why: "a place of the application is reached by the router and by links, so no other place imports it",
  },
  {
    name: "gateway/app",
    folder: "^gateway/app/[^/]+$",
    mayImport: ["^(libs|gateway/ui|gateway/app/client|gateway/app/ui)/", "^gateway/app/[^/]+/index\\.ts$"],
    why: "the router knows a place by its index",
  },
  {
    name: "gateway/site",
    folder: "^gateway/site/",
    mayImport: ["^(libs|gateway/ui)/", "^gateway/app/(app|staff)-routes\\.ts$", "^gateway/(?!app/)"],
    why: "the server knows the routes of the application only",
  },
  {
    name: "gateway",
    folder: "^gateway/(?!(site|app|ui)/)",
    mayImport: ["^libs/", "^gateway/(?!(site|app|ui)/)", "^gateway/site/(load-pages|serve-page)\\.ts$"],
    why: "the gateway knows the services by their contracts only, and loads the site as a whole",
  },
];

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
  ...gatewayLayers,
  { name: "deploy", folder: "^deploy/", mayImport: ["^(libs|services|gateway|deploy)/"], why: "production code imports no test code" },
  { name: "test", folder: "^test/", mayImport: [""], why: "tests may import anything" },
  {
    name: "config",
    folder: "^moleculer\\.config\\.ts$",
    mayImport: ["^libs/platform/", "^deploy/launch/"],
    why: "the entry of Moleculer's tools",
  },
];
