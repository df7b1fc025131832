import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Alarms } from "./alarms.tsx";
import { Books } from "./books.tsx";
import { FailingEndpoints, Switches } from "./machine.tsx";
import { Opening } from "./opening.tsx";
import { Queues } from "./queues.tsx";
import type { StaffPage } from "./staff-page.ts";

/** Alarms, waiting work and open setup steps, as far as the signed-in user may see them. */
export default function Today({ may }: StaffPage): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.today")}</h1>
      {may("audit:read") && <Alarms />}
      <div class="halves">
        <div>
          <Queues may={may} />
          {may("config:read") && <FailingEndpoints />}
        </div>
        <div>
          {may("finance:read") && <Books />}
          {may("config:read") && (
            <>
              <Opening />
              <Switches />
            </>
          )}
        </div>
      </div>
    </>
  );
}
