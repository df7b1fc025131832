import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { type AppealStatus, listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { staffApi } from "../staff-session.ts";

const appealOf = (id: string) => staffApi.call(listAppeals, { id });

/** An appeal against a decision of moderation, as staff see it. */
export type Appeal = Awaited<ReturnType<typeof appealOf>>["items"][number];

/** An appeal by its id; null: there is none. */
export const findAppeal = async (id: string): Promise<Appeal | null> => (await appealOf(id)).items[0] ?? null;

export const STATES = {
  OPEN: { kind: "warn", text: "page.staffSafety.open" },
  UPHELD: { kind: "neutral", text: "page.staffSafety.upheld" },
  REVERSED: { kind: "good", text: "page.statement.takenBack" },
} as const satisfies Record<AppealStatus, { readonly kind: string; readonly text: TextKey }>;

export function AppealState({ status }: Pick<Appeal, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}

/** Why a moderator cannot decide an open appeal; null: they can, or it is decided. */
export function obstacleFor({ senderId, receiverId, firstModerator, status }: Appeal, userId: string) {
  if (status !== "OPEN") return null;
  if ([senderId, receiverId].includes(userId)) return "page.staffSafety.ownCase";
  return firstModerator === userId ? "page.staffSafety.ownDecision" : null;
}
