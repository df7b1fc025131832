import type { Locator, Page } from "playwright-core";
import { button } from "./fixture.ts";

/** Does what a person does, and counts it: each press is a tap, each text typed is a field. */
export interface Steps {
  taps: number;
  fields: number;
  tap(target: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
}

export function countedSteps(): Steps {
  return {
    taps: 0,
    fields: 0,
    async tap(target) {
      this.taps += 1;
      await target.click();
    },
    async fill(field, text) {
      this.fields += 1;
      await field.fill(text);
    },
  };
}

/** Goes on to the last of the three steps to a page. */
export async function goToLastStep(page: Page): Promise<void> {
  const step = async () => Number(/Step (\d)/.exec((await page.getByText(/^Step \d of 3$/).textContent()) ?? "")?.[1]);
  for (let now = await step(); now < 3; now++) {
    await button(page, "Continue").click();
    await page.getByText(`Step ${now + 1} of 3`).waitFor();
  }
}
