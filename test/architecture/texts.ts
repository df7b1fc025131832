import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type Span, Visitor } from "oxc-parser";

/** A rule about the text of a file. */
interface TextRule {
  readonly why: string;
  /** Files that the rule is about. */
  readonly files: RegExp;
  /** Files that are excepted. */
  readonly except?: RegExp;
  readonly forbidden: RegExp;
}

const RULES: readonly TextRule[] = [
  {
    why: "the domain touches the outside world",
    files: /^services\/[^/]+\/(.+\/)?domain\//,
    forbidden: /from "(moleculer|mongoose|ioredis|nats|node:(fs|net|http|child_process))|Date\.now\(|new Date\(\)|process\./,
  },
  {
    why: "reads the environment",
    files: /\.tsx?$/,
    except: /^(libs\/platform\/env\/|deploy\/|test\/|libs\/embedded-mongo\/(main\.ts|test\/))/,
    forbidden: /process\.env/,
  },
  {
    why: "has a clock of its own",
    files: /\.tsx?$/,
    except: /^(libs\/kernel\/|libs\/embedded-mongo\/|libs\/contract-kit\/bus-clock\.ts|gateway\/|deploy\/|test\/)/,
    forbidden: /Date\.now\(|new Date\(\)/,
  },
  {
    why: "waits by code that the page evaluates again and again: its policy forbids it from the second time on",
    files: /^test\//,
    forbidden: /\.waitForFunction\(/,
  },
  {
    why: "reads the focus once: a page moves it a frame after it is drawn (test/browser/focus.ts waits)",
    files: /^test\//,
    except: /^test\/(architecture\/|browser\/(focus|refusals)\.ts$)/,
    forbidden: /\bactiveElement\b/,
  },
  { why: "emits a plain event: facts go through the outbox", files: /^services\//, forbidden: /^(?!.*hint).*\.(broadcast|emit)\(/im },
  {
    why: "imports mongoose: only the port to the database does",
    files: /^(services|gateway|libs|deploy)\//,
    except: /^libs\/(platform\/mongo|embedded-mongo)\//,
    forbidden: /from "mongoose"/,
  },
  {
    why: "declares a document a second time: its type and its schema come from defineCollection",
    files: /^(services|libs\/platform)\//,
    except: /^libs\/platform\/mongo\/define-collection\.ts$/,
    forbidden: /new (mongoose\.)?Schema\b|interface \w+Doc\b(?! extends Document(In|Of)<)|type \w+Doc = \{/,
  },
  {
    why: "asserts by jest, and a command without jest needs it",
    files: /^test\/(support|soak|bench|budget|invariants|simulation)\//,
    except: /\.test\.ts$/,
    forbidden: /from "@jest\/globals"/,
  },
  {
    why: "asserts on wall time: count, order events, or let a longer timer lose (test/support/within.ts)",
    files: /^test\/.*\.test\.ts$/,
    except: /^test\/architecture\//,
    forbidden: /expect\((performance|Date)\.now\(\) - \w+\)\.toBeLess|expect\([^;\n]*\b(ms|elapsed)\)+\.toBeLess/,
  },
  {
    why: "uses what a browser may lack: gateway/app/client/browser/ has it, with what happens without",
    files: /^gateway\/(app|ui|site)\//,
    except: /^gateway\/app\/(client\/browser\/|ui\/captcha\.ts$)/,
    forbidden: /\b(localStorage|sessionStorage|BroadcastChannel|navigator\.locks|randomUUID|crypto\.subtle|resolvedOptions)\b/,
  },
  {
    why: "goes around the port to the database",
    files: /^(services|gateway|libs\/providers)\//,
    forbidden: /\.connection\b|\{ connection \}/,
  },
  {
    why: "names the vendor of payments: only its adapter does",
    files: /^(services|gateway|libs|deploy)\//,
    except: /^libs\/providers\/payment\/checkout\//,
    forbidden: /stripe/i,
  },
];

const MAX_LINES = 300;
const MAX_FUNCTION_LINES = 70;

/** Source files below a root, new ones included. */
function sourceFiles(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.ts", "*.tsx", ":!*.d.ts"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** Breaches of the rules about words and sizes. */
export function textViolations(root: string): string[] {
  return sourceFiles(root).flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const words = RULES.filter(({ files, except, forbidden }) => files.test(path) && !except?.test(path) && forbidden.test(text));
    return [...words.map(({ why }) => `${path}: ${why}`), ...sizeViolations(path, text)];
  });
}

function sizeViolations(path: string, text: string): string[] {
  const lines = text.split("\n").length - 1;
  const longest = /^test\/|\/test\//.test(path) ? 0 : longestFunction(path, text);
  return [
    ...(lines > MAX_LINES ? [`${path}: ${lines} lines, ${MAX_LINES} at most`] : []),
    ...(longest > MAX_FUNCTION_LINES ? [`${path}: a function of ${longest} lines, ${MAX_FUNCTION_LINES} at most`] : []),
  ];
}

/** Lines of the longest function, its parameters included. */
function longestFunction(path: string, text: string): number {
  let longest = 0;
  const measure = ({ start, end }: Span): void => {
    longest = Math.max(longest, text.slice(start, end).split("\n").length);
  };
  const visitor = new Visitor({ FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure });
  visitor.visit(parseSync(path, text).program);
  return longest;
}
