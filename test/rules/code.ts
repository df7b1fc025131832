import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import type { RuleGroup } from "./area.ts";

const DECLARATION = /export const (\w+) = (?:action|event)\(\{\s*name: "([^"]+)"/g;

function listed(...folders: readonly string[]): string[] {
  const paths = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...folders], { encoding: "utf8" });
  return paths.split("\n").filter((path) => path !== "" && existsSync(path));
}

interface Declared {
  readonly identifier: string;
  readonly file: string;
}

/** Finds the files of the product that implement a rule. Paths are relative to the root of the tree. */
export class Code {
  readonly #files = listed(
    "services",
    "gateway",
    "libs",
    "deploy",
    "docker-compose.yml",
    "test/architecture/texts.ts",
    "test/architecture/words.ts",
    "test/bench/beside-peers.ts",
    "test/bench/profile.ts",
    "test/rules",
  );
  readonly #declared = new Map<string, Declared>();
  /** Name of the contract → the files of the services that implement it. */
  readonly #implementing = new Map<string, readonly string[]>();

  constructor() {
    for (const file of this.#files.filter((path) => path.startsWith("libs/contracts/") && path.endsWith(".ts"))) {
      for (const [, identifier = "", name = ""] of readFileSync(file, "utf8").matchAll(DECLARATION)) {
        this.#declared.set(name, { identifier, file });
      }
    }
    const texts = this.#files
      .filter((path) => path.startsWith("services/") && path.endsWith(".ts"))
      .map((path) => ({ path, text: readFileSync(path, "utf8") }))
      .filter(({ text }) => /\bimplement\(/.test(text));
    for (const [name, { identifier }] of this.#declared) {
      const imported = new RegExp(`import \\{[^}]*\\b${identifier}\\b[^}]*\\} from "#libs/contracts/`);
      this.#implementing.set(
        name,
        texts.filter(({ text }) => imported.test(text) && isImplemented(text, identifier)).map(({ path }) => path),
      );
    }
  }

  /** The file that declares a contract. Throws when there is none. */
  declarationOf({ name }: ActionContract | EventContract): string {
    const declared = this.#declared.get(name);
    if (!declared) throw new Error(`no file declares ${name}`);
    return declared.file;
  }

  /** The files that implement an action; none for an event. */
  implementationsOf({ name }: ActionContract | EventContract): readonly string[] {
    return this.#implementing.get(name) ?? [];
  }

  /** The single file whose path ends like this. Throws when no file or several files match. */
  fileEndingIn(end: string): string {
    const found = this.#endingIn(end);
    const [only] = found;
    if (only === undefined || found.length > 1) {
      throw new Error(`test/rules/areas names ${end}, which is the end of ${found.length} paths: ${found.join(", ")}`);
    }
    return only;
  }

  #endingIn(end: string): readonly string[] {
    return this.#files.filter((path) => path === end || path.endsWith(`/${end}`));
  }

  /** Every file of a group of rules, contracts first. */
  filesOf({ contracts = [], code = [] }: RuleGroup): readonly string[] {
    return [
      ...new Set([
        ...contracts.map((contract) => this.declarationOf(contract)),
        ...contracts.flatMap((contract) => this.implementationsOf(contract)),
        ...code.map((end) => this.fileEndingIn(end)),
      ]),
    ];
  }
}

/** Matches `implement(sendMessage, …)`, and a file that creates several actions with one function and passes it the contract. */
function isImplemented(text: string, identifier: string): boolean {
  return (
    new RegExp(`\\bimplement\\(\\s*${identifier}\\b`).test(text) ||
    (/\bimplement\(contract\b/.test(text) && text.includes(`(${identifier})`))
  );
}
