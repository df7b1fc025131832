import * as staff from "./staff/index.ts";

/** The pages of the shell `console`. A file of its own, so that other scripts do not hold the table of them. */
export const STAFF_ROUTES = staff.routes;
