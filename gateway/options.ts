import type { IncomingMessage, ServerResponse } from "node:http";
import type { ActionContract } from "#libs/contract-kit/contract.ts";

export interface GatewayOptions {
  /** All contracts of the system when absent. */
  readonly contracts?: readonly ActionContract[];
  /** Serves /metrics beside the interface as well. */
  readonly metricsOnMainPort?: boolean;
  /** For test systems: asked before the router; true when it answers the request itself. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}
