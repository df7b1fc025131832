import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { LivePart } from "./parts/live-part.tsx";
import { Since } from "./parts/part.tsx";
import { useStaff } from "./parts/staff.ts";
import { SYSTEMS } from "./parts/systems.ts";

/** Features that are switched off for all users. */
export function Switches(): VNode {
  const reader = useReader();
  const { t } = reader;
  const href = useStaff().placeAt("/admin/switches", reader)?.href ?? null;
  return (
    <LivePart title="page.console.switches" name="switches">
      {(off) => (
        <>
          {off.length === 0 && <p>{t("page.console.noSwitches")}</p>}
          <ul class="list">
            {off.map(({ system, since }) => (
              <Row key={system} id={system} href={href} end={<Since at={since} />}>
                <strong>{t(SYSTEMS[system])}</strong>
              </Row>
            ))}
          </ul>
        </>
      )}
    </LivePart>
  );
}

/** Number of webhook endpoints that fail, or that failures have disabled. */
export function FailingEndpoints(): VNode {
  const reader = useReader();
  const { t, formats } = reader;
  const place = useStaff().placeAt("/admin/webhooks", reader);
  const shown = (failing: number) => {
    const number = <strong>{formats.number(failing)}</strong>;
    return place === null ? number : <a href={place.href}>{number}</a>;
  };
  return (
    <LivePart title="page.console.endpoints" name="webhooks">
      {({ failing }) => <p>{failing === 0 ? t("page.console.noEndpoints") : shown(failing)}</p>}
    </LivePart>
  );
}
