import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";

/**
 * Waits until the focus is where it is expected. A page moves it a frame after it is drawn.
 * @param expected a value or a matcher
 * @param read what it is compared with, an expression of the focused element `on`
 */
export const hasFocus = (page: Page, expected: unknown, read = "on.textContent"): Promise<void> =>
  eventually(async () => expect(await focus(page, read)).toEqual(expected));

/** Presses Tab until the focus is on the element with a text. @param each is called at every step */
export async function tabTo(page: Page, text: string, each = async (): Promise<void> => undefined): Promise<void> {
  while ((await focus(page, "on.textContent")) !== text) {
    await page.keyboard.press("Tab");
    await each();
  }
}

/** Presses a key until the focus is where it is expected: keys work once the page is drawn. */
export const pressUntilFocus = (page: Page, key: string, expected: unknown, read = "on.textContent"): Promise<void> =>
  eventually(async () => {
    await page.keyboard.press(key);
    expect(await focus(page, read)).toEqual(expected);
  });

/** Data id of the row of a list that has the focus; waits until one has. */
export async function focusedRow(page: Page): Promise<string> {
  await hasFocus(page, expect.any(String), ROW);
  return String(await focus(page, ROW));
}

/** Reads the id of the focused row, for {@link hasFocus}. */
export const ROW = "on.closest('li')?.dataset.id";

const focus = (page: Page, read: string): Promise<unknown> => page.evaluate(`((on) => ${read})(document.activeElement)`);
