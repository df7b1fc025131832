import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { setLevel } from "#libs/contracts/creator/level.ts";
import { CREATOR_LEVELS, type CreatorLevel } from "#libs/contracts/creator/terms.ts";
import { commissionOf } from "../../ui/commission-of.ts";
import { Decision } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { type CreatorProps, creatorOf } from "./creator.ts";
import { LEVEL_TEXTS } from "./states.tsx";
import { Title } from "./steps.tsx";

/** The level of a creator, and whether the daily review may change it. The dialog names the fee before and after. */
export function ChangeLevel({ item, changed }: CreatorProps): VNode | null {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [isOpen, setOpen] = useState(false);
  if (!may(setLevel) || item.userId === me.id) return null;
  return (
    <>
      <p class="actions">
        <Button onClick={() => setOpen(true)}>{t("page.staffPeople.changeLevel")}</Button>
      </p>
      {isOpen && <LevelDecision item={item} changed={changed} close={() => setOpen(false)} />}
    </>
  );
}

function LevelDecision({ item, changed, close }: CreatorProps & { close(): void }): VNode {
  const { t, formats } = useReader();
  const { creatorId, userId } = item;
  const [level, choose] = useState(item.level);
  const [pinned, pin] = useState(item.levelPinned);
  const verb = t("page.staffPeople.changeLevel");
  const feeOf = (of: CreatorLevel) => formats.percent(commissionOf(of) ?? 0);
  const fields = (
    <>
      <Choice
        label={t("page.staffPeople.level")}
        name="level"
        value={level}
        options={CREATOR_LEVELS.map((value) => ({ value, text: t(LEVEL_TEXTS[value]) }))}
        onChange={({ currentTarget: { value } }) => choose(CREATOR_LEVELS.find((each) => each === value) ?? level)}
      />
      <label class="option">
        <input type="checkbox" checked={pinned} onChange={({ currentTarget }) => pin(currentTarget.checked)} />
        {t("page.staffPeople.pinnedHint")}
      </label>
      <p role="status">
        {t("page.staffPeople.feeLater")} <bdi>{feeOf(item.level)}</bdi> <span class="turns">→</span> <bdi>{feeOf(level)}</bdi>
      </p>
    </>
  );
  return (
    <Decision
      id={["level", creatorId]}
      title={<Title verb={verb} userId={userId} />}
      verb={verb}
      kind="primary"
      facts={[
        [t("page.support.asker"), <Person key="person" userId={userId} isPlain />],
        [t("page.staffPeople.level"), t(LEVEL_TEXTS[item.level])],
      ]}
      fields={fields}
      reason={null}
      send={(_, idempotencyKey) => staffApi.call(setLevel, { creatorId, level, pinned }, { idempotencyKey })}
      meanwhile={async () => ({ state: <>{t(LEVEL_TEXTS[(await creatorOf(creatorId)).level])}</>, by: null, at: null })}
      done={changed}
      close={close}
    >
      <Sentence of="page.staffPeople.levelWhat" parts={{ name: <PersonName userId={userId} /> }} />
    </Decision>
  );
}
