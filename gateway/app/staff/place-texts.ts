import type { StaffPlace } from "#gateway/ui/shell.ts";
import { addTexts } from "../client/visitor.ts";

/** Loads the texts of a group of pages, once. */
export function addPlaceTexts(place: StaffPlace): Promise<void> {
  const addresses = JSON.parse(document.body.dataset.placeTexts ?? "{}") as Partial<Record<StaffPlace, string>>;
  return addTexts(addresses[place] ?? "");
}
