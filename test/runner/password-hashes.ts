import crypto from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";

/** The minimum that the algorithm allows. The product's cost is 19 MiB and 40 ms of a core. */
const CHEAP = { memory: 8, passes: 1 } as const;
/** Publishes the parameters that the product requested, once for each hash. */
const hashes = channel("test.password-hashes");
const { argon2 } = crypto;

/**
 * Makes the password hashes of this process cheap, because the suite signs in thousands of users. Must run before the product is loaded.
 */
export function makePasswordHashesCheap(): void {
  crypto.argon2 = (algorithm, parameters, callback) => {
    hashes.publish(parameters);
    argon2(algorithm, { ...parameters, ...CHEAP }, callback);
  };
  syncBuiltinESMExports();
}
