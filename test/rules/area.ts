import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";

/** `MSG-35`: three characters of the area and a number of two digits. A test carries the ids of the rules that it proves in its title. */
export type RuleId = `${string}-${number}`;

/** Rules that are implemented in the same places. */
export interface RuleGroup {
  /** Actions and events that the rules are about. Method, path, declaration and implementation are found by name. */
  readonly contracts?: readonly (ActionContract | EventContract)[];
  /** Further files: each is the end of the path of exactly one file (`domain/send-checks.ts`), so that a moved folder changes nothing here. */
  readonly code?: readonly string[];
  /** The demand of each rule, in one sentence. */
  readonly rules: Readonly<Record<RuleId, string>>;
  /** For rules that depend on the machine, so that no test proves them: the command that measures them, and the page with the figures. */
  readonly measured?: string;
  /** The reason why the product does not do it yet. Absent for a built rule, which a test must prove or a command must measure. */
  readonly notBuilt?: string;
}

/** One area of the interface. Its rules are numbered from 01, in any number of groups. */
export interface Area {
  readonly title: string;
  /** Sections of the interface specification about this area; none for areas below the interface. */
  readonly sections: readonly string[];
  readonly groups: readonly RuleGroup[];
  /** Unused numbers between those of the rules. */
  readonly unused?: readonly RuleId[];
}

/** Other ids in test titles, each with its meaning. */
export interface OtherIds {
  readonly title: string;
  readonly about: string;
  readonly ids: Readonly<Record<string, string>>;
}
