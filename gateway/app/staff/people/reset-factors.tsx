import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { requestFactorReset } from "#libs/contracts/account/users.ts";
import { Decision } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON, ReadBy, Title } from "./steps.tsx";

interface ResetProps {
  readonly userId: string;
  /** When the factors go. */
  readonly dueAt: string;
  changed(): void;
}

/** Asks for the removal of the second factors that a user has lost. */
export function ResetFactors({ userId, dueAt, changed }: ResetProps): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const name = <PersonName userId={userId} />;
  const verb = t("page.staffPeople.resetFactors");
  return (
    <>
      <p class="actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {verb}
        </Button>
      </p>
      {isOpen && (
        <Decision
          id={["factors", userId]}
          title={<Title verb={verb} userId={userId} />}
          verb={verb}
          kind="danger"
          facts={[
            [t("page.support.asker"), <Person key="person" userId={userId} isPlain />],
            [t("page.staffPeople.waiting.FACTOR_RESET"), <Time key="due" at={dueAt} />],
          ]}
          reason={{ readBy: <ReadBy reader="staff" name={name} />, maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => staffApi.call(requestFactorReset, { userId, reason }, { idempotencyKey })}
          meanwhile={async () => null}
          done={changed}
          close={() => setOpen(false)}
        >
          <Sentence of="page.staffPeople.resetFactorsWhat" parts={{ name }} />
        </Decision>
      )}
    </>
  );
}
