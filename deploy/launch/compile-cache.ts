import { join } from "node:path";

/** Environment of processes that shall find what earlier ones have compiled: they start in about half the processor time. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/compiled") } as const;
