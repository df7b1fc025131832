import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { testProvider } from "#libs/contracts/account/admin.ts";
import { clearConfigCache } from "#libs/contracts/config/index.ts";
import { listProviders } from "#libs/contracts/config/providers.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useWork } from "../../ui/use-work.ts";
import { Decision } from "../parts/decision.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { titled } from "./settings/titled.ts";
import { WholeList } from "./whole-list.tsx";

const allProviders = () => staffApi.call(listProviders);
const test = (slot: string) => staffApi.call(testProvider, { slot });

type Provider = Awaited<ReturnType<typeof allProviders>>[number];
type Outcome = Awaited<ReturnType<typeof test>>;

/** Why a service does not work. */
const FAILURES = {
  OFF: "page.staffSystem.off",
  TIMEOUT: "page.staffSystem.testTimeout",
  UNREACHABLE: "page.staffSystem.testUnreachable",
  BAD_ANSWER: "page.staffSystem.testBadAnswer",
  OPEN: "page.staffSystem.testPaused",
  DEFERRED: "page.staffSystem.testPaused",
  REFUSED: "page.staffSystem.testRefused",
  UNKNOWN_REFERENCE: "page.staffSystem.testRefused",
  NOT_CONFIGURED: "page.staffSystem.testMissing",
} as const satisfies Record<NonNullable<Outcome["failure"]>, TextKey>;

/** What the services that can be tried are for. A mail goes to the person who tries. */
const TRIED: Readonly<Record<string, TextKey | null>> = { email: "page.staffSystem.testMail", captcha: null, oauth: null, storage: null };

/** The services of others that the system uses. */
export default function Services(): VNode {
  const { may } = useStaff();
  return (
    <WholeList title="page.console.services" load={allProviders} head={() => may(clearConfigCache) && <ClearCache />}>
      {(provider) => <ServiceRow key={provider.slot} provider={provider} />}
    </WholeList>
  );
}

function ServiceRow({ provider: { slot, active, configKey, implementations } }: { readonly provider: Provider }): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const { busy, failure, run } = useWork();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const missing = implementations.find(({ name }) => name === active)?.missingSettings ?? [];
  const hint = TRIED[slot];
  return (
    <Row
      id={slot}
      href={null}
      end={
        slot in TRIED &&
        may(testProvider) && (
          <Button
            busy={busy}
            label={titled(t("page.staffSystem.test"), slot)}
            onClick={() => void run(async () => setOutcome(await test(slot)))}
          >
            {t("page.staffSystem.test")}
          </Button>
        )
      }
    >
      <a href={`/admin/settings/${configKey}`}>
        <bdi dir="ltr">{slot}</bdi>
      </a>
      <span>{active === null ? <Badge kind="neutral">{t("page.staffSystem.off")}</Badge> : <bdi dir="ltr">{active}</bdi>}</span>
      {missing.length > 0 && (
        <span>
          {t("page.console.missing")}{" "}
          {missing.map((key) => (
            <a key={key} href={`/admin/settings/${key}`}>
              <bdi dir="ltr">{key}</bdi>{" "}
            </a>
          ))}
        </span>
      )}
      {hint && <span class="hint">{t(hint)}</span>}
      <span role="status">{outcome !== null && <TestOutcome of={outcome} />}</span>
      {failure !== null && <ErrorNote error={failure} />}
    </Row>
  );
}

function TestOutcome({ of: { failure } }: { readonly of: Outcome }): VNode {
  const { t } = useReader();
  if (failure === null) return <Badge kind="good">{t("page.console.works")}</Badge>;
  return <Badge kind={failure === "OFF" ? "neutral" : "danger"}>{t(FAILURES[failure])}</Badge>;
}

function ClearCache(): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  return (
    <p class="actions">
      <Button onClick={() => setOpen(true)}>{t("page.staffSystem.clearCache")}</Button>
      <span role="status">{isDone && t("page.console.done")}</span>
      {isOpen && (
        <Decision
          id={["clear cache", ""]}
          title={t("page.staffSystem.clearCache")}
          verb={t("page.staffSystem.clearCache")}
          kind="primary"
          facts={[]}
          reason={null}
          send={(_, idempotencyKey) => staffApi.call(clearConfigCache, {}, { idempotencyKey })}
          meanwhile={async () => null}
          done={() => setDone(true)}
          close={() => setOpen(false)}
        >
          {t("page.staffSystem.clearCacheWhat")}
        </Decision>
      )}
    </p>
  );
}
