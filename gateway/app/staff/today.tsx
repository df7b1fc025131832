import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listAlarms } from "#libs/contracts/config/alarms.ts";
import { getConfigKey } from "#libs/contracts/config/index.ts";
import { listKillSwitches } from "#libs/contracts/config/switches.ts";
import { getTrialBalance } from "#libs/contracts/wallet/index.ts";
import { listEndpoints } from "#libs/contracts/webhook/index.ts";
import { Alarms } from "./alarms.tsx";
import { Books } from "./books.tsx";
import { FailingEndpoints, Switches } from "./machine.tsx";
import { Opening } from "./opening.tsx";
import { useStaff } from "./parts/staff.ts";
import { Queues } from "./queues.tsx";

/** Alarms, waiting work and open setup steps, as far as the signed-in user may see them. */
export default function Today(): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.today")}</h1>
      {may(listAlarms) && <Alarms />}
      <div class="halves">
        <div>
          <Queues />
          {may(listEndpoints) && <FailingEndpoints />}
        </div>
        <div>
          {may(getTrialBalance) && <Books />}
          {may(getConfigKey) && <Opening />}
          {may(listKillSwitches) && <Switches />}
        </div>
      </div>
    </>
  );
}
