import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { ERROR_FIELDS } from "#gateway/ui/error-fields.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { catalogue, type ErrorKey } from "#libs/errors/catalogue/index.ts";
import { ERROR_CODES } from "#libs/errors/codes.ts";
import { eventually } from "../support/eventually.ts";

/** Calls that the pages make by themselves. */
const IN_BACKGROUND = ["account.refresh", "messaging.quoteMessage", "notification.markRead"];

const APP = new URL("../../gateway/app/", import.meta.url);

/** A form that is refused. */
export interface RefusedForm {
  /** File that declares it. */
  readonly of: string;
  readonly what: string;
  open(): Promise<Page>;
  /** Fills the form and sends it; may be repeated. */
  send(page: Page): Promise<unknown>;
  /** Contracts that it calls one after the other; one when absent. */
  readonly calls?: number;
  /** Fields of its other steps. */
  readonly hidden?: readonly string[];
}

/** The groups of pages of the console, and the steps of a sign-in, have a walk of their own. */
const PARTS = {
  console: /^staff\/.*\//,
  "sign-in": /^(sign-in\/(?!login\.)|ui\/(second-step|step-up)\/|account\/security\/(add|factor)-)/,
} as const;
type Part = keyof typeof PARTS | "all others";

const partOf = (file: string): Part =>
  (Object.keys(PARTS) as (keyof typeof PARTS)[]).find((part) => PARTS[part].test(file)) ?? "all others";

/** The files of the application that declare a form, of one walk. */
export function filesWithForm(part: Part): readonly string[] {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file) && partOf(file) === part);
  return files.filter((file) => /= useForm\(/.test(readFileSync(new URL(file, APP), "utf8"))).sort();
}

/** Shows that each refusal of what a form sends stands at its place. */
export async function walkRefusals(form: RefusedForm): Promise<void> {
  const page = await form.open();
  const refusals = await refusalsOn(page, () => form.send(page), form.hidden);
  for (let call = 0; call < (form.calls ?? 1); call++) await refusals.walk();
  expect(refusals.walked()).toHaveLength(form.calls ?? 1);
}

interface Refusal {
  readonly key: ErrorKey;
  readonly message: string;
  readonly details: readonly string[];
}

/** What a form shows of a refusal. */
interface Shown {
  /** Name of the field that has the focus; null: the focus is on the failure of the whole form. */
  readonly focus: string | null;
  readonly problems: readonly string[];
  readonly failures: readonly string[];
  /** Whether the focused element and the words are in the window, and nothing lies above them. */
  readonly isSeen: boolean;
}

interface Refusals {
  /** Answers the next call of the form with each refusal that its contract declares; afterwards the call succeeds. */
  walk(): Promise<void>;
  walked(): readonly string[];
}

/**
 * Refuses what the form of a page sends, as the contracts say that it can be refused.
 * @param hidden fields of its other steps
 */
async function refusalsOn(page: Page, send: () => Promise<unknown>, hidden: readonly string[] = []): Promise<Refusals> {
  const done: string[] = [];
  let current: ActionContract | null = null;
  let refusal: Refusal = { key: "error.service_unavailable", message: "First", details: [] };
  await page.route("**/api/v1/**", (route) => {
    const contract = contractOf(route);
    if (!contract || done.includes(contract.name)) return route.continue();
    current ??= contract;
    return contract === current ? route.fulfill(answerOf(refusal)) : route.continue();
  });
  const refused = async (next: Refusal, expected: Partial<Shown>) => {
    refusal = next;
    await send();
    await eventually(async () =>
      expect([next.key, await page.evaluate<Shown>(SHOWN)]).toEqual([next.key, expect.objectContaining(expected)]),
    );
  };
  return {
    async walk() {
      current = null;
      const [first, failures] = [refusalOf("error.service_unavailable"), [expect.stringContaining("error.service_unavailable")]];
      await refused(first, { focus: null, problems: [], failures: failures as unknown as string[], isSeen: true });
      const contract = current as unknown as ActionContract;
      const fields = await page.evaluate<string[]>(
        "[...document.activeElement.form?.elements ?? document.activeElement.closest('form').elements].filter((each) => each.type !== 'hidden').map((each) => each.name)",
      );
      for (const [next, expected] of refusalsOf(contract, fields, hidden)) await refused(next, expected);
      done.push(contract.name);
    },
    walked: () => done,
  };
}

const refusalOf = (key: ErrorKey, details: readonly string[] = []): Refusal => ({ key, message: `Refused: ${key}`, details });

/** A refusal for each place where a form shows those of its contract. Which error belongs to which place is one table of the product. */
function refusalsOf(
  { params, errors }: ActionContract,
  shown: readonly string[],
  hidden: readonly string[],
): readonly [Refusal, Partial<Shown>][] {
  const fields = [...hidden, ...shown];
  const own = fields.filter((field) => field in params);
  const inSight = shown.filter((field) => field in params);
  // A step-up is asked for in a dialog instead, and then the call goes again.
  const declared = errors
    .filter((key) => key !== "auth.step_up.required")
    .map((key): [Refusal, Partial<Shown>] => {
      if (!(key in ERROR_FIELDS)) throw new Error(`${key} has no place: add it to gateway/ui/error-fields.ts`);
      const places: readonly string[] | null = ERROR_FIELDS[key as keyof typeof ERROR_FIELDS];
      return [refusalOf(key), shownAt(places?.find((place) => fields.includes(place)) ?? null, `Refused: ${key}`)];
    });
  const wrong = Object.keys(params).map((param): [Refusal, Partial<Shown>] => [
    refusalOf("error.validation_failed", [`${param} has a wrong form`]),
    shownAt(own.includes(param) ? param : null, own.includes(param) ? expect.any(String) : "Refused: error.validation_failed"),
  ]);
  const unreadable = own.map((param): [Refusal, Partial<Shown>] => [
    refusalOf("error.unreadable_text", [`${param} must be one line without control characters`]),
    shownAt(param, "Refused: error.unreadable_text"),
  ]);
  return [...oneAPlace(declared), ...oneAPlace(wrong), ...unreadable.slice(0, 1), ...(inSight.length > 1 ? [together(inSight)] : [])];
}

const oneAPlace = (refusals: readonly [Refusal, Partial<Shown>][]): [Refusal, Partial<Shown>][] => [
  ...new Map(refusals.toReversed().map((each) => [each[1].focus, each])).values(),
];

/** All fields are refused at once; the first one has the focus. */
function together(fields: readonly string[]): [Refusal, Partial<Shown>] {
  const details = fields.toReversed().map((field) => `${field} has a wrong form`);
  const problems = fields.map(() => expect.any(String) as unknown as string);
  return [refusalOf("error.validation_failed", details), { focus: fields[0] ?? null, problems, failures: [], isSeen: true }];
}

function shownAt(field: string | null, words: unknown): Partial<Shown> {
  if (field !== null) return { focus: field, problems: [words as string], failures: [], isSeen: true };
  return { focus: null, problems: [], failures: [expect.stringContaining(String(words)) as unknown as string], isSeen: true };
}

function contractOf(route: Route): ActionContract | undefined {
  const request = route.request();
  const path = new URL(request.url()).pathname.replace("/api/v1", "");
  if (request.method() === "GET") return undefined;
  return allContracts.find(({ name, http }) => {
    if (!http || http.method !== request.method() || IN_BACKGROUND.includes(name)) return false;
    return new RegExp(`^${http.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
  });
}

function answerOf({ key, message, details }: Refusal) {
  const { code } = catalogue[key];
  const error = { code, message, i18nKey: key, correlationId: "the one", details: details.map((each) => ({ message: each })) };
  return { status: ERROR_CODES[code], contentType: "application/json", body: JSON.stringify({ success: false, error }) };
}

const SHOWN = `(() => {
  const { activeElement: focused } = document;
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const form = focused.closest("form");
  const words = focused.matches("[data-refused]") ? focused : form?.querySelector("#" + CSS.escape(focused.id + "-problem"));
  const isSeen = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + Math.min(width, 40) / 2, top + height / 2];
    const shown = document.elementFromPoint(x, y);
    return shown !== null && (element.contains(shown) || shown.contains(element));
  };
  return {
    focus: focused.matches("[data-refused]") ? null : focused.getAttribute("aria-invalid") === "true" ? focused.name : "nothing refused",
    problems: texts("main .problem"),
    failures: texts("main [data-refused]"),
    isSeen: Boolean(words) && isSeen(focused) && isSeen(words),
  };
})()`;
