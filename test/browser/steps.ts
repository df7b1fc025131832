import type { Locator } from "playwright-core";

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
