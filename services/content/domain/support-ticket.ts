import type { TicketStatus } from "#libs/contracts/content/support.ts";

export type TicketSide = "USER" | "SUPPORT";

/** The status of a ticket after a message of one side: it waits for the other. */
export const STATUS_AFTER_MESSAGE = { USER: "OPEN", SUPPORT: "ANSWERED" } as const satisfies Record<TicketSide, TicketStatus>;
