import type { VNode } from "preact";
import { OnDemand } from "./parts/on-demand.tsx";

/** Where the reader is signed in as staff. */
export function OwnSessions(): VNode {
  return (
    <OnDemand title="page.console.ownSessions" load={() => import("./own-session-list.tsx")}>
      {({ OwnSessionList }) => <OwnSessionList />}
    </OnDemand>
  );
}
