import crypto from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";

/** The least that the algorithm takes. The product's cost is 19 MiB and 40 ms of a core. */
const CHEAP = { memory: 8, passes: 1 } as const;
/** Hears the parameters that the product asks for, once for each hash. */
const hashes = channel("test.password-hashes");
const { argon2 } = crypto;

/** Makes the password hashes of this process cheap: the suite signs in thousands of people. It runs before the product is loaded. */
export function makePasswordHashesCheap(): void {
  crypto.argon2 = (algorithm, parameters, callback) => {
    hashes.publish(parameters);
    argon2(algorithm, { ...parameters, ...CHEAP }, callback);
  };
  syncBuiltinESMExports();
}
