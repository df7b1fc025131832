import { describe, expect, it } from "@jest/globals";
import { armableFaults, type FaultMode, InjectedFault, noFaults } from "#libs/platform/faults/fault-points.ts";

describe("fault points", () => {
  it("fault points do nothing unless armed", async () => {
    await noFaults.hit("outbox.published");
    await armableFaults().hit("outbox.published");
  });

  it("fault points fail as often as armed, at their own point only, until disarmed", async () => {
    const faults = armableFaults();
    faults.arm({ point: "a", mode: "error", times: 2 });
    faults.arm({ point: "b", mode: "error" });
    await expect(faults.hit("a")).rejects.toThrow(InjectedFault);
    await faults.hit("c");
    await expect(faults.hit("a")).rejects.toThrow("fault injected at a");
    await faults.hit("a");
    expect(faults.armed()).toEqual([{ point: "b", mode: "error" }]);
    await expect(faults.hit("b")).rejects.toThrow();
    faults.disarm("b");
    await faults.hit("b");
    faults.arm({ point: "a", mode: "error" });
    faults.disarm();
    expect(faults.armed()).toEqual([]);
  });

  it("fault points refuse an unknown mode and arm nothing", async () => {
    const faults = armableFaults();
    for (const mode of ["throw", "", undefined]) expect(() => faults.arm({ point: "a", mode: mode as FaultMode })).toThrow("fault mode");
    expect(faults.armed()).toEqual([]);
    await faults.hit("a");
  });

  it("fault points delay", async () => {
    const faults = armableFaults();
    faults.arm({ point: "a", mode: "delay", delayMs: 60 });
    const begin = performance.now();
    await faults.hit("a");
    expect(performance.now() - begin).toBeGreaterThanOrEqual(55);
  });
});
