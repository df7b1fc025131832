import type { TicketStatus } from "#libs/contracts/content-support.ts";

export type TicketSide = "USER" | "SUPPORT";

/** A ticket waits for the support after each message of its user, and for the user after each answer. */
export const STATUS_AFTER = { USER: "OPEN", SUPPORT: "ANSWERED" } as const satisfies Record<TicketSide, TicketStatus>;

/** So many messages a conversation may have. */
export const MAX_TICKET_MESSAGES = 200;
