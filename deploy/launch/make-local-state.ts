import { readEnv } from "#libs/env/read-env.ts";

// Makes the local secrets before several processes need the same ones; does nothing when they exist.
readEnv();
