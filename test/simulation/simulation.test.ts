import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { searchSize } from "../support/search-size.ts";
import { FAULTS } from "./world.ts";

const SCHEDULES = searchSize(200, 1_000);

/** The output of `npm run simulate`. It runs in its own process, because the simulation replaces clocks and timers. */
async function simulate(...options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["test/simulation/simulate.ts", ...options], {
    env: { ...process.env, NODE_OPTIONS: "" },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

const numberAfter = (text: string, name: string) => Number(new RegExp(`${name} ([\\d.]+)`).exec(text)?.[1]);

describe("npm run simulate", () => {
  it("SIM-01 finds no violation, and meets each fault at least five times", async () => {
    const report = await simulate("--schedules", String(SCHEDULES));
    expect(report).toMatch(new RegExp(`^schedules ${SCHEDULES} steps \\d+ faults \\d+ failures 0 seconds [\\d.]+$`, "m"));
    for (const fault of FAULTS) expect(numberAfter(report, fault)).toBeGreaterThanOrEqual(5);
  });

  it("SIM-02 HSE-05 PMT-26 finds each planted bug by the invariant that is named for it", async () => {
    const report = await simulate("--bugs");
    // Each change of the product moves the schedules a little, so a drift is told and does not fail.
    for (const [line] of report.matchAll(/^bug .* has drifted: .*$/gm)) process.stderr.write(`${line}\n`);
    const found = [...report.matchAll(/^bug (\S+) found by (\S+) after/gm)].map(([, bug, invariant]) => [bug, invariant]);
    expect(Object.fromEntries(found)).toEqual({
      "no-unique-open-paid": "ONE_OPEN_PAID",
      "refund-without-condition": "ONE_END",
      "debit-read-then-write": "NO_OVERDRAFT",
      "release-outside-transaction": "ESCROW_MATCHES",
      "refusal-not-undone": "ESCROW_MATCHES",
      "float-fee": "SPLIT_EXACT",
      "same-admin-twice": "TWO_PEOPLE",
      "give-back-without-condition": "GIVEN_BACK",
      "callback-believed": "PAID_ONLY",
      "refund-unreserved": "REFUND_COVERED",
      "pay-without-look-up": "PAID_ONCE",
      "inbox-outside-transaction": "FACT_ONCE",
      "mark-before-publish": "FACT_DELIVERED",
      "tail-not-reopened": "FACT_DELIVERED",
      "key-stored-after-effect": "EFFECT_PER_KEY",
      "quota-read-then-set": "QUOTA_EXACT",
      "stale-copy-wins": "VERSION_RISES",
      "lease-without-bound": "LEASE_ENDS",
      "undo-without-condition": "CREATOR_ONCE",
      "purge-without-sweep": "DELETION_WHOLE",
      "purge-without-closing": "DELETION_WHOLE",
      "sweep-not-due": "DELETION_WHOLE",
      "group-answers-swapped": "ANSWER_OWN",
      "counter-outside-transaction": "DERIVED_MATCHES",
      "page-not-updated": "DERIVED_MATCHES",
    });
  });

  it("SIM-03 repeats a run step by step from its seed", async () => {
    const traceOf = async (seed: string) => (await simulate("--schedules", "10", "--seed", seed, "--trace")).replace(/^.*seconds.*$/gm, "");
    const trace = await traceOf("7");
    expect(trace.split("\n").length).toBeGreaterThan(500);
    expect(await traceOf("7")).toBe(trace);
    expect(await traceOf("8")).not.toBe(trace);
  });
});
