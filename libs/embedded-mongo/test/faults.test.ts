import { describe, expect, it } from "@jest/globals";
import { tryCopies } from "./faults/copies.ts";
import { tryFullDisk } from "./faults/full-disk.ts";
import { tryKills } from "./faults/kills.ts";
import { tryOwners } from "./faults/owners.ts";

/** Few rounds of each; `npm run faults` makes many. */
describe("under load", () => {
  it("STO-04 kill -9 loses no acknowledged write and leaves no half transaction, while an index is created and dropped", async () => {
    const { findings, entries, transfers } = await tryKills({ kills: 3, seed: 4, fsync: false });
    expect(findings).toEqual([]);
    expect(entries).toBeGreaterThan(30);
    expect(transfers).toBeGreaterThan(0);
  });

  it("STO-04 a power failure, which removes unflushed data, loses no write that was acknowledged with --fsync", async () => {
    const { findings, entries } = await tryKills({ kills: 3, seed: 5, fsync: true });
    expect(findings).toEqual([]);
    expect(entries).toBeGreaterThan(10);
  });

  it("STO-07 a full disk refuses writes with 14031 only, reads go on, writes go on with space, no write is lost or doubled", async () => {
    const { findings, refused, entries } = await tryFullDisk(3, 6);
    expect(findings).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(entries).toBeGreaterThan(10);
  });

  it.each([false, true])(
    "STO-22 a copy holds every commit before its request, none after, and no half transaction (fsync: %s)",
    async (fsync) => {
      const { findings, entries } = await tryCopies(2, 7, { fsync });
      expect(findings).toEqual([]);
      expect(entries).toBeGreaterThan(10);
    },
  );
});

describe("two servers that open one directory in the same millisecond", () => {
  it("STO-08 of two servers that open one directory at once, one serves and one ends with a sentence and exit code 2", async () => {
    expect((await tryOwners(4)).findings).toEqual([]);
  });
});
