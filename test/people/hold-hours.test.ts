import { expect, it } from "@jest/globals";
import { setConfigKey } from "#libs/contracts/config/index.ts";
import { startConfig } from "../config/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";

const KEY = "auth.hold_hours";

it("SGN-05 a hold of 0 hours is refused in production, where none would be read, and accepted elsewhere", async () => {
  for (const production of [true, false]) {
    const config = await startConfig({ production });
    const set = (value: number) => outcomeOf(config.admin.call(setConfigKey, { key: KEY, value }));
    const expected = production ? "config.error.invalid_value" : "ok";
    expect([await set(1), await set(0), await set(337)]).toEqual(["ok", expected, "config.error.invalid_value"]);
    await config.stop();
  }
});
