import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { allEvents } from "#libs/contracts/index.ts";
import { LEDGER_INVARIANTS } from "#libs/contracts/wallet/ledger-audit.ts";
import { WEBHOOK_KINDS } from "#libs/contracts/webhook/kinds.ts";
import { AppError, isErrorKey } from "#libs/errors/app-error.ts";
import { ERROR_CODES } from "#libs/errors/codes.ts";
import { isConfigKey } from "#libs/platform/config/keys/index.ts";
import { Code } from "./code.ts";
import { explain, listArea, listAreas, nearestIds } from "./explain.ts";
import { idsIn, testsById, unexplainedIn } from "./ids.ts";
import { OTHER_IDS } from "./other-ids.ts";
import { AREAS, RULES, rulesOf } from "./rules.ts";
import { allGroups, allTests, testsNaming, titlesIn } from "./titles.ts";

const tests = allTests();
const byId = testsById(tests);

/** Fields of answers whose names contain a dot, like settings and error keys. */
const FIELDS = ["error.correlationId", "i18nVars.retryAfter"];
const NAMES: ReadonlySet<string> = new Set([...allEvents.map(({ name }) => name), ...WEBHOOK_KINDS, ...FIELDS]);

/** The wrong names in a sentence: an error with another status, or an unknown setting, event or error. */
function misnamedIn(demands: string): string[] {
  return [...demands.matchAll(/(?:(\d{3}) )?`([a-z]\w*(?:\.\w+)+|[A-Z]+(?:_[A-Z]+)+)`/g)].flatMap(([text, status, name = ""]) => {
    const actual = statusOf(name);
    if (actual !== undefined) return status === undefined || Number(status) === actual ? [] : [text];
    return isConfigKey(name) || NAMES.has(name) || /^[A-Z]/.test(name) ? [] : [text];
  });
}

/** Status of an error key or an error code. */
function statusOf(name: string): number | undefined {
  if (isErrorKey(name)) return new AppError(name).code;
  return Object.entries(ERROR_CODES).find(([code]) => code === name)?.[1];
}

describe("the rules of the interface", () => {
  it.each(AREAS.map((area) => [area.title, area, rulesOf(area)] as const))(
    "%s: are numbered from 01 without a gap, in one area",
    (_, area, rules) => {
      const prefix = rules[0]?.id.slice(0, 3);
      const numbered = [...rules.map(({ id }) => id), ...(area.unused ?? [])].sort();
      expect(numbered).toEqual(numbered.map((_rule, index) => `${prefix}-${String(index + 1).padStart(2, "0")}`));
      expect(AREAS.filter((area) => rulesOf(area)[0]?.id.startsWith(`${prefix}-`))).toHaveLength(1);
    },
  );

  it("each demands something, in a sentence of its own", () => {
    expect(RULES.filter(({ demands }) => !/^[A-Z`0-9].*\.$/.test(demands)).map(({ id }) => id)).toEqual([]);
    expect(new Set(RULES.map(({ demands }) => demands)).size).toBe(RULES.length);
  });

  it("name errors with their status, and only errors, settings and events that are there", () => {
    expect(RULES.flatMap(({ id, demands }) => misnamedIn(demands).map((text) => ({ id, text })))).toEqual([]);
    expect(misnamedIn("It is 404 `error.forbidden` or 400 `RESOURCE_NOT_FOUND`, as `dm.gone` says.")).toHaveLength(3);
  });

  it("every rule that is built has a test that carries its id, or a command that measures it", () => {
    expect(RULES.filter(({ id, built, isMeasured }) => built && !isMeasured && !byId.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it("every rule is coded somewhere: each file that it names is there, and each of its actions is implemented", () => {
    const code = new Code();
    const groups = AREAS.flatMap(({ groups }) => groups);
    expect(groups.filter((group) => code.filesOf(group).length === 0)).toEqual([]);
    const actions = groups.flatMap(({ contracts = [] }) => contracts).filter((contract) => !("payload" in contract));
    expect(actions.filter((action) => code.implementationsOf(action).length === 0).map(({ name }) => name)).toEqual([]);
  });

  it("a file that is not there, or that is not the only one of its name, is found", () => {
    const code = new Code();
    expect(() => code.fileEndingIn("gone/send-checks.ts")).toThrow("0 paths");
    expect(() => code.fileEndingIn("README.md")).toThrow(/[1-9]\d* paths/);
  });
});

describe("the ids in titles", () => {
  it("are all explained, those of groups as well", () => {
    const titles = [...tests, ...allGroups()];
    expect(titles.flatMap(({ file, title }) => unexplainedIn(title).map((id) => ({ file, id, title })))).toEqual([]);
  });

  it("that are explained stand in a title", () => {
    expect(OTHER_IDS.flatMap(({ ids }) => Object.keys(ids)).filter((id) => !byId.has(id))).toEqual([]);
  });

  it("an unexplained id of any kind is found", () => {
    expect(unexplainedIn("MSG-99 E99 and XYZ-01: B.7 Q1")).toEqual(["MSG-99", "E99", "XYZ-01", "B.7", "Q1"]);
    expect(unexplainedIn("7.7 at the head, not the fields of spec 2.8 within 3.5 s in UTF-8")).toEqual(["7.7"]);
  });

  it("are those that are written out", () => {
    expect(idsIn("MSG-01 and I18-02: MSG-04..06, MSG-0788, %s-03")).toEqual(["MSG-01", "I18-02", "MSG-0788"]);
  });
});

describe("npm run rules", () => {
  const show = (...words: readonly string[]) => {
    const { NODE_OPTIONS: _forJest, ...env } = process.env;
    // The command prints its processor time at the end.
    const atEnd = "data:text/javascript,process.on('exit',()=>console.error(JSON.stringify(process.cpuUsage())))";
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", atEnd, "test/rules/show.ts", ...words], {
      encoding: "utf8",
      env,
    });
    const lines = stderr.trim().split("\n");
    return { status, stdout, errors: lines.slice(0, -1), usage: JSON.parse(lines.at(-1) ?? "null") as NodeJS.CpuUsage };
  };

  it("HSE-11 prints the demand of a rule, its code and its tests within a second of processor time", () => {
    // The first run after a change also fills the cache of compiled code.
    show("msg-35");
    const { status, stdout, usage } = show("msg-35");
    expect(status).toBe(0);
    expect(stdout).toContain("MSG-35 (Sending a message; specification 4.10, 2.6, 3.4)\n  Of many paid messages");
    expect(stdout).toMatch(/^Interface {2}POST \/messages$/m);
    expect(stdout).toMatch(/^Code {7}libs\/contracts\/messaging\/sending\.ts\n {11}services\/messaging\//m);
    expect(stdout).toMatch(/^Tests {6}test\/messaging\/.*: MSG-35 E15 accepts exactly one of twenty/m);
    expect((usage.user + usage.system) / 1_000_000).toBeLessThan(1);
  });

  it("HSE-11 ends with 1 for an unknown id and names the nearest ones", () => {
    const { status, stdout, errors } = show("MSG-99");
    expect({ status, stdout, errors }).toEqual({
      status: 1,
      stdout: "",
      errors: ["no rule is called MSG-99; the nearest are MSG-68, MSG-67, MSG-66, MSG-65, MSG-64"],
    });
    expect(nearestIds("MGS-07")[0]).toBe("MSG-07");
    expect(nearestIds("E3").slice(0, 2)).toEqual(["E2", "E4"]);
  });

  it("HSE-11 lists the rules whose sentence has a word that is no id", () => {
    const { status, stdout } = show("frozen");
    expect(status).toBe(0);
    expect(stdout.split("\n")).toEqual(expect.arrayContaining([expect.stringMatching(/^MSG-36 {2}/), expect.stringMatching(/^M3 {2}/)]));
    expect(show("nothing says this").status).toBe(1);
  });

  it("HSE-11 the invariants of the ledger are all explained", () => {
    expect(LEDGER_INVARIANTS.filter((id) => explain(id) === null)).toEqual([]);
  });

  it("HSE-11 finds every test of every id by the files that name it", () => {
    const texts = new Map(tests.map(({ file }) => [file, readFileSync(file, "utf8")]));
    const overlooked = [...byId].flatMap(([id, proofs]) => proofs.filter(({ file }) => !texts.get(file)?.includes(id)));
    expect(overlooked).toEqual([]);
    for (const id of ["MSG-35", "E14"]) {
      expect(testsNaming(id).filter(({ title }) => idsIn(title).includes(id))).toEqual(byId.get(id));
    }
  });

  it("HSE-11 lists the rules of an area by its prefix, and the areas without one", () => {
    expect(listArea("MSG")?.split("\n")).toHaveLength(RULES.filter(({ id }) => id.startsWith("MSG-")).length);
    for (const { title } of AREAS) expect(listAreas()).toContain(title);
  });
});

describe("the reading of titles", () => {
  const call = (callee: string, rest: string) => `${callee}(${rest}, () => {});`;
  const source = [
    call("describe", '"G-01"'),
    call("it", '"one"'),
    call("test", "`two`"),
    call("it.each([1])", '"three"'),
    call("it", '"fo" + "ur"'),
    call("it.skip", '"five"'),
    call("describe.each([1])", '"G-02"'),
  ].join("\n");

  it("takes it, test and each, in one string or several; neither groups nor skipped tests", () => {
    expect(titlesIn(source)).toEqual(["one", "two", "three", "four"]);
  });

  it("takes groups when it is asked for them", () => {
    expect(titlesIn(source, "group")).toEqual(["G-01", "G-02"]);
  });
});
