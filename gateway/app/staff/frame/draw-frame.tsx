import { type ComponentChildren, render } from "preact";
import { type Reader, ReaderContext } from "#gateway/ui/parts/reader.tsx";
import type { StaffReader } from "../parts/staff.ts";
import { GoTo } from "./go-to.tsx";
import { enhanceKeys } from "./keys.ts";
import { KeysHelp, KeysSwitch } from "./keys-help.tsx";
import { enhanceSide, showSide } from "./side.ts";

let explainKeys = (): void => undefined;

/** Starts what works on every page of the console. */
export function enhanceStaffFrame(): void {
  enhanceSide();
  enhanceKeys(() => explainKeys());
}

/** Draws the parts of the frame that depend on who is signed in; null: signed out. */
export function drawStaffFrame(visitor: Reader, staff: StaffReader | null): void {
  showSide(staff);
  const draw = (id: string, part: ComponentChildren) => {
    const place = document.getElementById(id);
    if (place) render(<ReaderContext.Provider value={visitor}>{staff && part}</ReaderContext.Provider>, place);
  };
  draw("go-to", <GoTo placesFor={(typed) => staff?.placesFor(typed, visitor) ?? []} />);
  draw("keys", <KeysSwitch explain={() => explainKeys()} />);
  draw("keys-help", <KeysHelp follow={(show) => (explainKeys = show)} />);
}
