import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Alarms } from "./alarms.tsx";
import { Books } from "./books.tsx";
import { FailingEndpoints, Switches } from "./machine.tsx";
import { Opening } from "./opening.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { Queues } from "./queues.tsx";

/** Alarms, waiting work and open setup steps, as far as the signed-in user may see them. It changes by itself and asks for nothing. */
export default function Today(): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.today")}</h1>
      <Alarms />
      <div class="halves">
        <div>
          <Queues />
          <FailingEndpoints />
        </div>
        <div>
          <Books />
          <Opening />
          <Switches />
          <OwnSessions />
        </div>
      </div>
    </>
  );
}
