import { expect } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, problemsOf } from "./fixture.ts";

interface Change {
  readonly id: string;
  readonly key: string;
  readonly action: string;
}

export const keyPath = (key: string): string => `/admin/config/keys/${key}`;

/** The changes of a setting, the newest first. */
export const historyOf = async (admin: Person, key: string): Promise<readonly Change[]> =>
  dataOf<readonly Change[]>(await admin.send("GET", `${keyPath(key)}/history`), 200);

export const setAs = async (person: Person, key: string, value: unknown): Promise<unknown> =>
  dataOf(await person.send("PATCH", keyPath(key), { value, reason: "test" }), 200);

export const dialog = (page: Page): Locator => page.getByRole("dialog");
export const inDialog = (page: Page, name: string): Locator => dialog(page).getByRole("button", { name, exact: true });
export const row = (page: Page, id: string): Locator => page.locator(`li[data-id="${id}"]`);

/** The writes of a page, as `METHOD path`. None asks for a preview, which the interface would take for the change itself. */
export function writesOf(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET") return;
    sent.push(`${request.method()} ${pathname.replace("/api/v1/admin", "")}${request.postData()?.includes("dryRun") ? " dryRun" : ""}`);
  });
  return sent;
}

export async function looksRight(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problemsOf(page)).toEqual([]);
}
