import { posix } from "node:path";
import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import type { Area, OtherIds, RuleGroup } from "./area.ts";
import { Code } from "./code.ts";
import { idsIn } from "./ids.ts";
import { OTHER_IDS } from "./other-ids.ts";
import { AREAS, RULES, type Rule, rulesOf } from "./rules.ts";
import type { TitledTest } from "./titles.ts";

/** Where the page is kept, from the root of the tree. */
export const PAGE_FILE = "test/RULES.md";

const HEAD = `# What the ids in test titles mean

Written by \`npm run rules\`; a test compares this page with the tree. A test carries in its title the ids of the rules that it proves:
\`MSG-35\` is explained below the heading [MSG-35](#msg-35). Each rule says what the interface demands, which route or event it is about, the
files in which it is coded (its contract first), and the files with its tests; \`×2\` means that two tests of a file carry the id. Routes are
below \`/api/v1\`; a file is named by the end of its path. The sentences are written in \`test/rules/areas/\`, everything else is found by name.
`;

/** Which tests carry each id in their title. */
export function testsById(tests: readonly TitledTest[]): ReadonlyMap<string, readonly TitledTest[]> {
  const byId = new Map<string, TitledTest[]>();
  for (const test of tests) {
    for (const id of new Set(idsIn(test.title))) byId.set(id, [...(byId.get(id) ?? []), test]);
  }
  return byId;
}

/** The page: every rule by area, the ids of other kinds, then the targets of the links. Throws when a file that a rule names is not there. */
export function renderPage(tests: readonly TitledTest[]): string {
  const page: Page = { code: new Code(), byId: testsById(tests), links: new Map() };
  const notBuilt = RULES.filter(({ built }) => !built).map(({ id }) => id);
  const body = [...AREAS.flatMap((area) => areaLines(page, area)), ...OTHER_IDS.flatMap((kind) => otherLines(page, kind))];
  return [
    HEAD,
    `${RULES.length} rules; not built yet: ${notBuilt.join(", ") || "none"}.`,
    "",
    ...[...AREAS, ...OTHER_IDS].map(({ title }) => `- [${title}](#${anchorOf(title)})`),
    "",
    ...body,
    ...[...page.links]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, path]) => `[${name}]: ${posix.relative(posix.dirname(PAGE_FILE), path)}`),
    "",
  ].join("\n");
}

interface Page {
  readonly code: Code;
  readonly byId: ReadonlyMap<string, readonly TitledTest[]>;
  /** Name of a link → path of its file; each is written once, at the end of the page. */
  readonly links: Map<string, string>;
}

function areaLines(page: Page, area: Area): string[] {
  const sections = area.sections.length ? [`Specification ${area.sections.join(", ")}.`, ""] : [];
  return [`## ${area.title}`, "", ...sections, ...rulesOf(area).flatMap((rule) => ruleLines(page, rule))];
}

function ruleLines(page: Page, { id, demands, group }: Rule): string[] {
  const files = page.code.filesOf(group).map((path) => linkTo(page, page.code.nameOf(path), path));
  const where = [
    ...(group.contracts ? [group.contracts.map(interfaceOf).join(", ")] : []),
    `Code: ${files.join(", ")}`,
    proofOf(page, id, group),
  ];
  return [`### ${id}`, "", demands, "", where.join(" · "), ""];
}

function proofOf(page: Page, id: string, { notBuilt, measured }: RuleGroup): string {
  if (notBuilt !== undefined) return `Not built: ${notBuilt}`;
  return measured === undefined ? testLinks(page, id) : `Measured: ${measured}`;
}

function otherLines(page: Page, { title, about, ids }: OtherIds): string[] {
  const lines = Object.entries(ids).flatMap(([id, meaning]) => [`### ${id}`, "", meaning, "", testLinks(page, id), ""]);
  return [`## ${title}`, "", about, "", ...lines];
}

/** How a caller meets a contract. */
function interfaceOf(contract: ActionContract | EventContract): string {
  if ("payload" in contract) return `event \`${contract.name}\``;
  const { name, http } = contract;
  return http ? `\`${http.method} ${http.path}\`` : `internal \`${name}\``;
}

function testLinks(page: Page, id: string): string {
  const counts = new Map<string, number>();
  for (const { file } of page.byId.get(id) ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
  const links = [...counts].map(([file, count]) => {
    const link = linkTo(page, file.replace(/^test\//, "").replace(/\.test\.ts$/, ""), file);
    return count > 1 ? `${link} ×${count}` : link;
  });
  return `Tests: ${links.join(", ")}`;
}

function linkTo({ links }: Page, name: string, path: string): string {
  links.set(name, path);
  return `[${name}]`;
}

/** The anchor that code hosts give a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}
