import { join } from "node:path";

/** Environment of child processes that share compiled code: they start in about half the processor time. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/compiled") } as const;
