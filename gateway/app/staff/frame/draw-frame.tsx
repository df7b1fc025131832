import { type ComponentChildren, render } from "preact";
import { type Reader, ReaderContext } from "#gateway/ui/parts/reader.tsx";
import { lookUp } from "#libs/contracts/config/console.ts";
import { followHands, startLive, stopLive } from "../parts/live.ts";
import type { StaffReader } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { GoTo } from "./go-to.tsx";
import { enhanceKeys } from "./keys.ts";
import { KeysHelp, KeysSwitch } from "./keys-help.tsx";
import { LiveLines, LiveState } from "./live-line.tsx";
import { enhanceSide, followQueues, showSide } from "./side.ts";

let explainKeys = (): void => undefined;

/** Starts what works on every page of the console. */
export function enhanceStaffFrame(): void {
  enhanceSide();
  followHands();
  followQueues();
  enhanceKeys(() => explainKeys());
}

/** Draws the parts of the frame that depend on who is signed in; null: signed out. */
export function drawStaffFrame(visitor: Reader, staff: StaffReader | null): void {
  showSide(staff);
  if (staff) startLive();
  else stopLive();
  const draw = (id: string, part: ComponentChildren) => {
    const place = document.getElementById(id);
    if (place) render(<ReaderContext.Provider value={visitor}>{staff && part}</ReaderContext.Provider>, place);
  };
  const findPlaces = async (id: string) => {
    const found = await staffApi.call(lookUp, { id });
    const places = found.flatMap(({ path }) => staff?.placeAt(path, visitor) ?? []);
    return places.length > 0 ? places : (staff?.searchesFor(id, visitor) ?? []);
  };
  draw("go-to", <GoTo placesFor={(typed) => staff?.placesFor(typed, visitor) ?? []} lookUp={findPlaces} />);
  draw("live", <LiveState />);
  draw("lines", <LiveLines />);
  draw("keys", <KeysSwitch explain={() => explainKeys()} />);
  draw("keys-help", <KeysHelp follow={(show) => (explainKeys = show)} />);
}
