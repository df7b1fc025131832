import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { servedRoutes } from "#test/spec/served-routes.ts";
import { takeTour } from "#test/spec/tour.ts";
import { BUDGETS } from "./budgets.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { settle } from "./settle.ts";
import type { Budget } from "./wallet-budgets.ts";

let counted: CountedSystem;
beforeAll(async () => {
  counted = await startCountedSystem();
});
afterAll(() => counted.stop());

interface Measured {
  readonly name: string;
  readonly work: Budget;
  readonly steps: readonly string[];
}

/** The work of every route in one call each. */
async function measure(): Promise<readonly Measured[]> {
  const tour = await takeTour(counted.system);
  await settle(counted.system);
  return [...tour].map(([name, { headers }]) => {
    const requestId = headers.get("x-request-id") ?? "";
    return { name, work: counted.counter.of(requestId), steps: counted.counter.stepsOf(requestId) };
  });
}

let firstTour: ReturnType<typeof measure> | undefined;
/** The first measurement, which the tests share. */
const tour = () => {
  firstTour ??= measure();
  return firstTour;
};

/** Routes that need one command for a page of any size, and others with a bound of their own. */
const BOUNDED: Readonly<Record<string, number>> = {
  "notification.list": 1,
  "creator.discoverCategory": 1,
  "account.login": 4,
};

const exceedsLine = ({ name, work }: Measured) => work.some((count, index) => count > (BUDGETS[name]?.[index] ?? 0));

describe("the work of a request in the databases and other processes", () => {
  it("SPD-09 every route has a line in the table", () => {
    expect(Object.keys(BUDGETS).sort()).toEqual(servedRoutes.map(({ name }) => name).sort());
  });

  it("SPD-08 a page of notifications and of discovery takes one database command, a login four", async () => {
    const measured = await tour();
    const commandsOf = (name: string) => measured.find((each) => each.name === name)?.work[0];
    expect(Object.fromEntries(Object.keys(BOUNDED).map((name) => [name, commandsOf(name)]))).toEqual(BOUNDED);
  });

  it("SPD-09 no route asks for more than its line", async () => {
    const measured = await tour();
    const send = measured.find(({ name }) => name === "messaging.sendMessage")?.work ?? [];
    expect(send.map((count) => count > 0)).toEqual([true, true, true]);
    const first = measured.filter(exceedsLine);
    // A transaction that conflicts with another is repeated, which is not the route's cost. So only a route that exceeds its line twice
    // fails.
    const again = first.length > 0 ? (await measure()).filter(exceedsLine) : [];
    expect(again.filter(({ name }) => first.some((other) => other.name === name))).toEqual([]);
  });
});
