import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation } from "#libs/platform/service/foundation.ts";
import { messagesDeps } from "./messages/deps.ts";
import { type ModerationDeps, moderationDeps } from "./moderation/deps.ts";
import { rulesDeps } from "./rules/deps.ts";

/** The dependencies of the actions, events and jobs. Each feature adds its own to those of the feature below it. */
export type Deps = ModerationDeps;

/** The live ones, over the messaging database. */
export function liveDeps(runtime: Runtime): Deps {
  const foundation = createFoundation(runtime, { service: "messaging", uses: ["outbox", "inbox", "audit"] });
  return moderationDeps(messagesDeps(runtime, rulesDeps(foundation)));
}
