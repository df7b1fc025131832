import { STAFF_KINDS, type StaffKind } from "#libs/contracts/config/index.ts";
import { KIND_PAGES, permissionOf } from "#libs/contracts/console-pages.ts";
import type { Permission } from "#libs/policies/permissions.ts";

/** Something that staff have changed, and who has. */
interface StaffAct {
  readonly kind: StaffKind;
  readonly id: string;
  /** User id. */
  readonly by: string;
}

/** The act that a hint tells of; null for a malformed hint. */
export function staffActOf(payload: unknown): StaffAct | null {
  const { kind, id, by } = (payload ?? {}) as Readonly<Partial<Record<keyof StaffAct, unknown>>>;
  const known = STAFF_KINDS.find((each) => each === kind);
  return known && typeof id === "string" && typeof by === "string" ? { kind: known, id, by } : null;
}

/** The permission of those who may learn of an act. */
export const permissionToSee = ({ kind }: StaffAct): Permission => permissionOf(KIND_PAGES[kind].reads);
