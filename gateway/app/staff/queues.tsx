import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { StaffQueue } from "#libs/contracts/config/console.ts";
import { useLive } from "./parts/live.ts";
import { LivePart } from "./parts/live-part.tsx";
import { Since } from "./parts/part.tsx";
import { useStaff } from "./parts/staff.ts";

const QUEUES = {
  moderation: "page.console.heldBack",
  reports: "page.console.reports",
  appeals: "page.console.appeals",
  tickets: "page.console.tickets",
  payouts: "page.console.payouts",
  adjustments: "page.console.corrections",
  topupsInReview: "page.console.topupsInReview",
  proposedRefunds: "page.console.proposedRefunds",
  chargebacks: "page.console.chargebacks",
  proposedWriteOffs: "page.console.proposedWriteOffs",
  unclaimed: "page.console.unclaimed",
  proposedSettlements: "page.console.proposedSettlements",
  heldEarnings: "page.console.heldEarnings",
  kyc: "page.console.identityChecks",
} as const satisfies Record<StaffQueue, TextKey>;

const NAMES = Object.keys(QUEUES) as readonly StaffQueue[];

/** Queues of items that wait for a decision or a reply. */
export function Queues(): VNode {
  const { overview } = useLive();
  const own = NAMES.filter((name) => overview?.queues[name] !== undefined);
  if (overview !== null && own.length === 0) return <OwnPages />;
  return (
    <LivePart title="page.console.waiting" name="queues">
      {(numbers) => (
        <ul class="list" data-cases>
          {own.map((name) => (
            <QueueRow key={name} name={name} number={numbers[name] ?? null} since={overview?.oldest[name] ?? null} />
          ))}
        </ul>
      )}
    </LivePart>
  );
}

/** For staff without a queue: where their work is. */
function OwnPages(): VNode {
  const reader = useReader();
  const places = useStaff().placesFor("", reader);
  return (
    <ul class="list" data-cases>
      {places
        .filter(({ href }) => href !== location.pathname)
        .map(({ href, text }) => (
          <Row key={href} href={href}>
            {text}
          </Row>
        ))}
    </ul>
  );
}

interface QueueRowProps {
  readonly name: StaffQueue;
  /** Null: the service is silent. */
  readonly number: number | null;
  readonly since: string | null;
}

function QueueRow({ name, number, since }: QueueRowProps): VNode {
  const { t, formats } = useReader();
  const answer = (
    <>
      <strong>{number !== null && formats.number(number)}</strong>
      {since !== null && <Since at={since} />}
    </>
  );
  return (
    <Row
      id={name}
      href={useStaff().hrefOfQueue(name)}
      end={number === null ? <span class="problem">{t("page.console.noAnswer")}</span> : answer}
    >
      {t(QUEUES[name])}
    </Row>
  );
}
