import { STAFF_KINDS, type StaffKind } from "#libs/contracts/config/index.ts";
import { KIND_PAGES, permissionOf } from "#libs/contracts/console-pages.ts";
import type { RoutePermission } from "#libs/policies/permissions.ts";

/** Something that the console shows and that was changed, and who has. */
export interface StaffAct {
  readonly kind: StaffKind;
  readonly id: string;
  /** User id of a colleague; null: its user has. */
  readonly by: string | null;
}

/** The act that a hint tells of; null for a malformed hint. */
export function staffActOf(payload: unknown): StaffAct | null {
  const { kind, id, by } = (payload ?? {}) as Readonly<Partial<Record<keyof StaffAct, unknown>>>;
  const known = STAFF_KINDS.find((each) => each === kind);
  return known && typeof id === "string" && typeof by === "string" ? { kind: known, id, by } : null;
}

/** The permission of those who may learn of an act. */
/** What a hint of a user says that the console shows; null when it says nothing. */
export function userActOf(payload: unknown): StaffAct | null {
  const { object } = (payload ?? {}) as { readonly object?: object };
  const act = staffActOf({ by: "", ...object });
  return act && { ...act, by: null };
}

export const permissionToSee = ({ kind }: StaffAct): RoutePermission => permissionOf(KIND_PAGES[kind].reads);
