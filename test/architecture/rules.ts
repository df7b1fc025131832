import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** One folder of the tree and what its files may import of ours. The first row that fits a file decides. */
interface Layer {
  readonly folder: RegExp;
  readonly mayImport: readonly RegExp[];
  readonly why: string;
}

const LIBS = /^libs\//;
const KERNEL = /^libs\/kernel\//;
const CONTRACTS = /^libs\/(contracts|contract-kit)\//;
const ERRORS = /^libs\/errors\//;

/** ARCHITECTURE of the tree: direction of imports. `own` folders are always allowed. */
const LAYERS: readonly Layer[] = [
  { folder: /^libs\/embedded-mongo\//, mayImport: [], why: "the embedded store stands alone" },
  { folder: /^libs\/kernel\//, mayImport: [], why: "the kernel knows nobody" },
  { folder: /^libs\/env\//, mayImport: [], why: "the environment knows nobody" },
  { folder: /^libs\/errors\//, mayImport: [KERNEL], why: "errors know the kernel only" },
  { folder: /^libs\/contract-kit\//, mayImport: [KERNEL, ERRORS], why: "the kit does not know what is declared with it" },
  { folder: /^libs\/contracts\//, mayImport: [/^libs\/contract-kit\//, ERRORS], why: "contracts are values, not behaviour" },
  { folder: /^libs\//, mayImport: [LIBS, /^moleculer\.config\.ts$/], why: "libraries do not know services" },
  {
    folder: /^services\/[^/]+\/(wallet\/)?domain\//,
    mayImport: [KERNEL, ERRORS, CONTRACTS, /^services\/[^/]+\/(wallet\/)?domain\//],
    why: "the domain is pure",
  },
  { folder: /^services\//, mayImport: [LIBS], why: "a service never knows another one" },
  { folder: /^gateway\//, mayImport: [LIBS, /^gateway\//], why: "the gateway knows contracts only" },
  { folder: /^(deploy|test)\//, mayImport: [/.*/], why: "launchers and tests put everything together" },
  { folder: /^moleculer\.config\.ts$/, mayImport: [/^libs\/env\//], why: "broker options and nothing else" },
];

/** What a pure folder must not touch. */
const IMPURE = /from "(moleculer|mongoose|ioredis|nats|node:(fs|net|http|child_process))|Date\.now\(|new Date\(\)|process\./;
const ENV_READERS = /^(libs\/env\/|deploy\/|test\/|libs\/embedded-mongo\/(main\.ts|test\/))/;
const CLOCK_OWNERS = /^(libs\/kernel\/|libs\/embedded-mongo\/|libs\/contract-kit\/implement\.ts|gateway\/|deploy\/|test\/)/;

const MAX_LINES = 300;
const MAX_FUNCTION_LINES = 70;

export function sourceFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.ts"], { encoding: "utf8" });
  return listed.split("\n").filter((path) => path !== "");
}

/** Paths of ours that a file imports, relative to the root. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(([, target = ""]) => {
    if (target.startsWith("#")) return [target.slice(1)];
    if (target.startsWith(".")) return [normalize(join(dirname(path), target))];
    return [];
  });
}

function ownFolder(path: string): string {
  const [top = "", second = "", third = ""] = path.split("/");
  return top === "services" && third === "domain" ? `${top}/${second}/domain/` : `${top}/${second}/`;
}

function importViolations(path: string, text: string): string[] {
  const layer = LAYERS.find(({ folder }) => folder.test(path));
  if (!layer) return [`${path}: is in no known folder`];
  const pure = /^services\/[^/]+\/(wallet\/)?domain\//.test(path);
  return importsOf(path, text)
    .filter((target) => !(!pure && target.startsWith(ownFolder(path))) && !layer.mayImport.some((allowed) => allowed.test(target)))
    .map((target) => `${path}: must not import ${target} (${layer.why})`);
}

function wordViolations(path: string, text: string): string[] {
  const found: string[] = [];
  if (/^services\/[^/]+\/(wallet\/)?domain\//.test(path) && IMPURE.test(text)) found.push(`${path}: the domain touches the outside world`);
  if (!ENV_READERS.test(path) && /process\.env/.test(text)) found.push(`${path}: reads the environment`);
  if (!CLOCK_OWNERS.test(path) && /Date\.now\(|new Date\(\)/.test(text)) found.push(`${path}: has a clock of its own`);
  if (/^services\//.test(path) && /\.(broadcast|emit)\(/.test(text) && !/hint/i.test(text)) found.push(`${path}: emits a plain event`);
  return found;
}

/** Lines of the longest function, as far as indentation tells. */
function longestFunction(text: string): number {
  const lines = text.split("\n");
  let longest = 0;
  for (const [start, line] of lines.entries()) {
    if (!/^(export )?(async )?function\b|^(export )?const \w+ = (async )?\(/.test(line)) continue;
    const end = lines.findIndex((other, index) => index > start && /^[})\]]/.test(other));
    longest = Math.max(longest, (end < 0 ? lines.length : end) - start + 1);
  }
  return longest;
}

function sizeViolations(path: string, text: string): string[] {
  const lines = text.split("\n").length - 1;
  const found: string[] = [];
  if (lines > MAX_LINES) found.push(`${path}: ${lines} lines`);
  const isProduct = !/^test\/|\/test\//.test(path);
  const longest = longestFunction(text);
  if (isProduct && longest > MAX_FUNCTION_LINES) found.push(`${path}: a function of ${longest} lines`);
  return found;
}

/** Every breach of the rules of the tree. Empty when all is well. */
export function violations(): string[] {
  return sourceFiles().flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return [...importViolations(path, text), ...wordViolations(path, text), ...sizeViolations(path, text)];
  });
}
