import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import { Code } from "./code.ts";
import { idsIn } from "./ids.ts";
import { OTHER_IDS } from "./other-ids.ts";
import { AREAS, RULES, type Rule, rulesOf } from "./rules.ts";
import { testsNaming } from "./titles.ts";

const MAX_NEAREST = 5;

/** The demand of a rule, its code and its tests; null for an unknown id. */
export function explain(id: string): string | null {
  const rule = RULES.find((one) => one.id === id);
  if (rule) return explainRule(rule);
  const kind = OTHER_IDS.find(({ ids }) => Object.hasOwn(ids, id));
  return kind ? [`${id} (${kind.title})`, `  ${kind.ids[id]}`, ...listed("Tests", proofs(id))].join("\n") : null;
}

/** The rules of an area by the prefix of their ids (`MSG`), one a line; null for an unknown prefix. */
export function listArea(prefix: string): string | null {
  const rules = RULES.filter(({ id }) => id.startsWith(`${prefix}-`));
  return rules.length > 0 ? rules.map(({ id, demands }) => `${id}  ${demands}`).join("\n") : null;
}

/** The rules and other ids whose sentence has a word, one a line; null when none has it. */
export function listSaying(word: string): string | null {
  const others = OTHER_IDS.flatMap(({ ids }) => Object.entries(ids).map(([id, demands]) => ({ id, demands })));
  const found = [...RULES, ...others].filter(({ demands }) => demands.toLowerCase().includes(word.toLowerCase()));
  return found.length > 0 ? found.map(({ id, demands }) => `${id}  ${demands}`).join("\n") : null;
}

/** All areas: prefix, number of rules, title. */
export function listAreas(): string {
  const lines = AREAS.map((area) => {
    const rules = rulesOf(area);
    return `${rules[0]?.id.slice(0, 3)}  ${String(rules.length).padStart(3)} rules  ${area.title}`;
  });
  return [...lines, ...OTHER_IDS.map(({ title, ids }) => `${title}: ${Object.keys(ids).join(" ")}`)].join("\n");
}

/** The known ids that are most similar to an unknown one. */
export function nearestIds(id: string): readonly string[] {
  const known = [...RULES.map((rule) => rule.id), ...OTHER_IDS.flatMap(({ ids }) => Object.keys(ids))];
  return known
    .map((one) => ({ one, far: distance(one, id) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MAX_NEAREST)
    .map(({ one }) => one);
}

/** A wrong letter counts more than a wrong digit, because all rules of an area share their letters. */
function distance(a: string, b: string): number {
  const [lettersOfA, lettersOfB] = [letters(a), letters(b)];
  const longer = Math.max(lettersOfA.length, lettersOfB.length);
  const wrong = Array.from({ length: longer }).filter((_, index) => lettersOfA[index] !== lettersOfB[index]).length;
  return wrong * 1000 + Math.min(Math.abs(number(a) - number(b)), 999);
}

const letters = (id: string) => id.replace(/[^A-Z]/g, "");
const number = (id: string) => Number(/\d+$/.exec(id)?.[0] ?? 0);

function explainRule({ id, demands, area, group }: Rule): string {
  const sections = area.sections.length > 0 ? `; specification ${area.sections.join(", ")}` : "";
  const { contracts = [], notBuilt, measured } = group;
  return [
    `${id} (${area.title}${sections})`,
    `  ${demands}`,
    ...listed("Interface", contracts.map(interfaceOf)),
    ...listed("Code", new Code().filesOf(group)),
    ...(notBuilt === undefined ? [] : listed("Not built", [notBuilt])),
    ...(measured === undefined ? [] : listed("Measured", [measured])),
    ...(notBuilt === undefined && measured === undefined ? listed("Tests", proofs(id)) : []),
  ].join("\n");
}

/** Each test with the id in its title. */
function proofs(id: string): readonly string[] {
  return testsNaming(id)
    .filter(({ title }) => idsIn(title).includes(id))
    .map(({ file, title }) => `${file}: ${title}`);
}

function listed(heading: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${(index === 0 ? heading : "").padEnd(11)}${line}`);
}

/** How a caller meets a contract; routes are below `/api/v1`. */
function interfaceOf(contract: ActionContract | EventContract): string {
  if ("payload" in contract) return `event ${contract.name}`;
  const { name, http } = contract;
  return http ? `${http.method} ${http.path}` : `action ${name}, internal`;
}
