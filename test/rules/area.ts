import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";

/** `MSG-35`: three characters of the area and a number of two digits. A test carries the ids of the rules that it proves in its title. */
export type RuleId = `${string}-${number}`;

/** Rules that are coded in the same places. */
export interface RuleGroup {
  /** Actions and events that the rules are about. Their method and path, declaration and implementation are found by name. */
  readonly contracts?: readonly (ActionContract | EventContract)[];
  /** Further files: each is the end of the path of exactly one file (`domain/send-checks.ts`), so that a moved folder changes nothing here. */
  readonly code?: readonly string[];
  /** What each rule demands, in one sentence. */
  readonly rules: Readonly<Record<RuleId, string>>;
  /** The command that measures it and the page with its figures, of what no test proves because it depends on the machine. */
  readonly measured?: string;
  /** Why the product does not do it yet; absent for what is built, which a test must prove, or a command measure. */
  readonly notBuilt?: string;
}

/** One area of the interface. Its rules are numbered from 01, in any number of groups. */
export interface Area {
  readonly title: string;
  /** Sections of the interface specification that the area is about; none for what is below the interface. */
  readonly sections: readonly string[];
  readonly groups: readonly RuleGroup[];
  /** Numbers between others that no rule has. */
  readonly unused?: readonly RuleId[];
}

/** Ids of another kind that stand in test titles, with what each means. */
export interface OtherIds {
  readonly title: string;
  readonly about: string;
  readonly ids: Readonly<Record<string, string>>;
}
