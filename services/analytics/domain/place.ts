/** Where a visitor is, as far as a database of addresses knows. */
export interface Place {
  /** Two upper-case letters. */
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  /** Two upper-case letters. */
  readonly continent: string | null;
  /** IANA name. */
  readonly timezone: string | null;
}

export const NOWHERE: Place = { country: null, city: null, region: null, continent: null, timezone: null };

/** The looked up place; what the delivery network says counts only when there is none (spec 4.5). */
export function placeOf(found: Place | null, edge: { readonly country?: string | undefined; readonly city?: string | undefined }): Place {
  return found ?? { ...NOWHERE, country: edge.country ?? null, city: edge.city ?? null };
}
