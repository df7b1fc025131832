import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type Burst, isQuiet, median, quantile, ratios, spreads } from "./figures.ts";
import { PEERS_FOLDER } from "./install-peers.ts";
import { slopeOf } from "./memory-growth.ts";
import { withSection } from "./results-file.ts";
import { PEERS } from "./start-peers.ts";

const burst = (turn: number, contender: string, perSecond: number): Burst => ({
  turn,
  load: "tracking",
  contender,
  perSecond,
  p50: 1,
  p99: 2,
  cpu: new Map([["gateway", 10]]),
  allCpu: 10,
  refused: 0,
});

describe("the figures of a run", () => {
  it("are compared inside a turn only, so that a machine that grows slower changes no ratio", () => {
    const bursts = [burst(0, "product", 200), burst(0, "peer", 100), burst(1, "product", 20), burst(1, "peer", 10), burst(2, "product", 9)];
    expect(ratios(bursts, "tracking", "perSecond", ["product", "peer"])).toEqual([2, 2]);
  });

  it("take the middle of several values, and nothing of none", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(quantile([1, 2, 3, 4], 0.99)).toBe(4);
    expect(median([])).toBeNaN();
  });

  it("SPD-19 count while every peer spreads by a quarter at most", () => {
    const quiet = [90, 100, 100, 110].map((speed, turn) => burst(turn, "steady", speed));
    const restless = [60, 100, 100, 140].map((speed, turn) => burst(turn, "restless", speed));
    expect(isQuiet(quiet, ["steady"])).toBe(true);
    expect(isQuiet([...quiet, ...restless], ["steady", "restless"])).toBe(false);
    expect(spreads([...quiet, ...restless], ["steady", "restless"])[0]).toMatchObject({ contender: "restless", spread: 0.4 });
  });

  it("of too few turns do not count, because one turn has no spread", () => {
    expect(isQuiet([burst(0, "peer", 100)], ["peer"])).toBe(false);
  });

  it("say nothing about peers when none was measured", () => {
    expect(
      isQuiet(
        [0, 1, 2, 3].map((turn) => burst(turn, "product", 100)),
        ["peer"],
      ),
    ).toBe(false);
  });

  it("do not depend on how far the product itself spreads", () => {
    const bursts = [50, 100, 150, 200].flatMap((speed, turn) => [burst(turn, "product", speed), burst(turn, "peer", 100)]);
    expect(isQuiet(bursts, ["peer"])).toBe(true);
  });
});

describe("the growth of memory", () => {
  it("is the slope of the line nearest to what was measured", () => {
    const line = [1, 2, 3, 4].map((x) => [x, 100 + x / 2] as const);
    expect(slopeOf(line)).toBeCloseTo(0.5);
    expect(
      slopeOf([
        [1, 110],
        [2, 90],
        [3, 110],
        [4, 90],
      ]),
    ).toBeCloseTo(-4);
  });
});

describe("the page of results", () => {
  const page = "# Results\n\nA machine.\n\n## Cost\n\nold\n\n## Overload\n\nkept\n";

  it("SPD-19 keeps its other sections when one is written anew", () => {
    expect(withSection(page, "Cost", "new")).toBe("# Results\n\nA machine.\n\n## Cost\n\nnew\n\n## Overload\n\nkept\n");
    expect(withSection(page, "Overload", "new")).toBe("# Results\n\nA machine.\n\n## Cost\n\nold\n\n## Overload\n\nnew\n");
  });

  it("gets a new section before the others", () => {
    expect(withSection(page, "Peers", "new")).toBe("# Results\n\nA machine.\n\n## Peers\n\nnew\n\n## Cost\n\nold\n\n## Overload\n\nkept\n");
  });
});

describe("the peers", () => {
  const read = (name: string) => JSON.parse(readFileSync(`${PEERS_FOLDER}/${name}`, "utf8")) as unknown;
  const { dependencies, devDependencies } = read("package.json") as Readonly<Record<string, Record<string, string>>>;

  it("SPD-19 have exact versions and a lockfile of their own, with a hash for each package and no script at an installation", () => {
    const { packages } = read("package-lock.json") as { packages: Record<string, { integrity?: string; hasInstallScript?: boolean }> };
    const installed = Object.entries(packages).filter(([path]) => path.includes("node_modules/"));
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(([, { integrity, hasInstallScript }]) => !integrity?.startsWith("sha512-") || hasInstallScript)).toEqual([]);
    expect(Object.values({ ...dependencies, ...devDependencies }).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("leave the product without their frameworks", () => {
    const product = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object; devDependencies: object };
    const names = Object.keys({ ...product.dependencies, ...product.devDependencies });
    expect(names.filter((name) => /^(fastify|@nestjs\/.*|class-validator)$/.test(name))).toEqual([]);
  });

  it("are started from files that are there", () => {
    const files = Object.values(PEERS).flatMap(({ files }) => Object.values(files));
    expect(files.filter((file) => file.endsWith(".ts") && !existsSync(file))).toEqual([]);
  });
});
