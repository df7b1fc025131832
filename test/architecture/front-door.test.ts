import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { COMMANDS } from "#deploy/launch/commands.ts";
import { variableRows, variableTable } from "#deploy/launch/help.ts";
import { environmentVariableOf } from "#libs/platform/config/environment-variable.ts";
import { registeredKeys } from "#libs/platform/config/keys/index.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { VARIABLES } from "#libs/platform/env/variables.ts";
import { ALARM_REMEDIES } from "#libs/policies/alarm-remedies.ts";
import { ALARM_NAMES, ALARMS } from "#libs/policies/alarms.ts";
import { longSentencesOf } from "./words.ts";

const folder = mkdtempSync(join(tmpdir(), "front-door-"));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(path, "utf8");
const operating = read("deploy/docs/operating.md");
const names: ReadonlySet<string> = new Set(variableRows().map(({ name }) => name));

interface Bounds {
  readonly lines: number;
  readonly bytes?: number;
}

/** How a page exceeds its bounds. */
function excess(text: string, { lines, bytes = Number.POSITIVE_INFINITY }: Bounds): string[] {
  const counted = { lines: text.split("\n").length - 1, bytes: Buffer.byteLength(text) };
  return [
    ...(counted.lines > lines ? [`${counted.lines} lines, at most ${lines}`] : []),
    ...(counted.bytes > bytes ? [`${counted.bytes} bytes, at most ${bytes}`] : []),
  ];
}

/** The part of a changelog that no release has yet. */
const unreleased = (changelog: string) => /## \[Unreleased\]\n[\s\S]*?(?=\n## |$)/.exec(changelog)?.[0] ?? "";

/** Lines that are neither a heading nor a whole entry. */
const brokenEntries = (text: string) => text.split("\n").filter((line) => !/^(#{2,3} .+|- .+\.|)$/.test(line));

/** Headings that Keep a Changelog does not know. */
const foreignHeadings = (text: string) =>
  [...text.matchAll(/^### (.+)$/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !/^(Added|Changed|Deprecated|Removed|Fixed|Security)$/.test(name));

/** A page may name the variables in the help, those of any setting, and one that OpenTelemetry reads itself. */
const others: ReadonlySet<string> = new Set([...registeredKeys.map(environmentVariableOf), "OTEL_EXPORTER_OTLP_HEADERS"]);

/** Names of variables in the code of a page that do not exist. */
function unknownVariables(page: string): string[] {
  const code = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = ""]) => span.match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b/g) ?? []);
  return code.filter((name) => !names.has(name) && !others.has(name));
}

describe("the pages at the door", () => {
  it("HSE-10 FST-17 the README has at most 120 lines and 9,000 bytes, and its pictures", () => {
    const readme = read("README.md");
    expect(excess(readme, { lines: 120, bytes: 9_000 })).toEqual([]);
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
    expect(pictures.map((path) => existsSync(path))).toEqual([true, true, true, true]);
    const [, built = ""] = /OLDEST_BROWSERS = \{([^}]+)\}/.exec(read("gateway/site/assets/bundle-assets.ts")) ?? [];
    const oldest = [...built.matchAll(/(\w+): "([\d.]+)"/g)].map(([, name, version]) => `${name} ${version}`);
    expect(readme.toLowerCase().match(/(chrome|firefox|safari) [\d.]+/g)).toEqual(oldest);
  });

  it("HSE-10 CONTRIBUTING has at most 150 lines", () => {
    expect(excess(read("CONTRIBUTING.md"), { lines: 150 })).toEqual([]);
  });

  it("HSE-10 the unreleased part of the changelog has at most 60 lines: one line per entry, under the headings of Keep a Changelog", () => {
    const changelog = read("CHANGELOG.md");
    expect(unreleased(changelog)).toContain("\n- ");
    expect(excess(unreleased(changelog), { lines: 60 })).toEqual([]);
    expect(brokenEntries(unreleased(changelog))).toEqual([]);
    expect(foreignHeadings(changelog)).toEqual([]);
  });

  it.each(["README.md", "CONTRIBUTING.md", "services/README.md", ...readdirSync("deploy/docs").map((name) => `deploy/docs/${name}`)])(
    "HSE-13 has sentences of at most 25 words: %s",
    (page) => {
      expect(longSentencesOf(read(page))).toEqual([]);
    },
  );

  it("HSE-10 a page that is too long, a broken entry, a foreign heading and an undeclared variable are found", () => {
    expect(excess("a\n".repeat(121), { lines: 120, bytes: 9_000 })).toEqual(["121 lines, at most 120"]);
    expect(excess("é".repeat(4_501), { lines: 120, bytes: 9_000 })).toEqual(["9002 bytes, at most 9000"]);
    expect(excess(unreleased(`# C\n\n## [Unreleased]\n${"- A.\n".repeat(70)}\n## [1.0.0]\n- B.\n`), { lines: 60 })).toHaveLength(1);
    expect(brokenEntries("### Added\n\n- One.\n- Two\n  lines.")).toEqual(["- Two", "  lines."]);
    expect(foreignHeadings("### Fixed\n### News\n")).toEqual(["News"]);
    expect(longSentencesOf(`- ${"word ".repeat(25)}end.\n- Short: ${"word ".repeat(24)}end.\n| ${"`a b` ".repeat(26)} |\n`)).toHaveLength(
      2,
    );
    expect(unknownVariables("`MONGO_URL=x MONGO_URI=y npm start` and `PORT`")).toEqual(["MONGO_URI"]);
  });
});

describe("the help", () => {
  it("HSE-10 FST-06 the help lists every command and every variable with its default, and creates no files", () => {
    const { NODE_OPTIONS: _forJest, ...env } = process.env;
    const data = join(folder, "data");
    const bundles = () => (existsSync("node_modules/.cache/bundles") ? readdirSync("node_modules/.cache/bundles") : []);
    const before = bundles();
    const { status, stdout, stderr } = spawnSync(process.execPath, ["deploy/bundle/run.mjs", "single", "--help"], {
      encoding: "utf8",
      env: { ...env, DATA_DIR: data },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const listed = [...stdout.matchAll(/^ {2}([A-Z][\w<>]+) .+ \(default: .+\)$/gm)].map(([, name]) => name);
    expect(listed).toEqual([...names]);
    for (const script of Object.keys(COMMANDS)) expect(stdout).toMatch(new RegExp(`^ {2}npm (run )?${script} {2,}\\w`, "m"));
    expect(existsSync(data)).toBe(false);
    expect(bundles()).toEqual(before);
  });

  it("HSE-10 has a line for each npm script that is not a part of another one", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const parts = (name: string) => name.startsWith("check:") || (name.startsWith("pre") && name.slice(3) in scripts);
    expect(Object.keys(COMMANDS).toSorted()).toEqual(
      Object.keys(scripts)
        .filter((name) => !parts(name))
        .toSorted(),
    );
  });

  it("HSE-10 the page for operators lists exactly the variables of the help, as the help prints them", () => {
    const table = /^\| Variable \|[\s\S]*?\n(?!\|)/m.exec(operating)?.[0];
    expect(table).toBe(variableTable());
    expect(unknownVariables(operating)).toEqual([]);
  });

  it("HSE-10 the page for operators says of every alarm what the console says: severity, meaning and remedy", () => {
    const bundle = (name: string) => JSON.parse(read(`libs/platform/i18n/locales/en/${name}.json`)) as Readonly<Record<string, string>>;
    const texts = { ...bundle("pages"), ...bundle("staff-alarms") };
    const rows = ALARM_NAMES.map((name) => {
      const critical = ALARMS[name].severity === "critical" ? ", critical" : "";
      return `| \`${name}\`${critical} | ${texts[`page.staffAlarms.${name}`]} | ${texts[ALARM_REMEDIES[name]]} |\n`;
    });
    expect(/^\| Alarm \|.*\n.*\n([\s\S]*?\n)(?!\|)/m.exec(operating)?.[1]).toBe(rows.join(""));
  });

  it("HSE-10 every declared variable is read, in production or outside of it", () => {
    const asked = new Set<string>();
    const listening = (variables: NodeJS.ProcessEnv) =>
      new Proxy(variables, {
        get(target, name) {
          asked.add(String(name));
          return target[String(name)];
        },
      });
    const DATA_DIR = join(folder, "read");
    readEnv(listening({ DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }));
    expect(() => readEnv(listening({ NODE_ENV: "production", NATS_URL: "nats://127.0.0.1:1" }))).toThrow("is required in production");
    // The launcher reads these two before the environment is loaded.
    const launcher = read("deploy/launch/choose-store.ts");
    const unread = Object.keys(VARIABLES).filter((name) => !asked.has(name) && !launcher.includes(`process.env.${name}`));
    expect(unread).toEqual([]);
  });
});
