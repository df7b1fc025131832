import { fileURLToPath } from "node:url";

/** Environment of child processes with a shared compile cache: they start in about half the processor time. A bundle has its own cache. */
export const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url)) } as const;
