import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { adminRemoveAvatar } from "#libs/contracts/account/pictures.ts";
import { Decision } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON, ReadBy, Title } from "./steps.tsx";

/** Removes the picture of a user. */
export function RemovePicture({ userId, changed }: { readonly userId: string; changed(): void }): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const name = <PersonName userId={userId} />;
  const verb = t("page.staffPeople.removePicture");
  return (
    <>
      <p class="actions">
        <Button onClick={() => setOpen(true)}>{verb}</Button>
      </p>
      {isOpen && (
        <Decision
          id={["picture", userId]}
          title={<Title verb={verb} userId={userId} />}
          verb={verb}
          kind="danger"
          facts={[[t("page.support.asker"), <Person key="person" userId={userId} isPlain />]]}
          reason={{ readBy: <ReadBy reader="staff" name={name} />, maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => staffApi.call(adminRemoveAvatar, { userId, reason }, { idempotencyKey })}
          meanwhile={async () => null}
          done={changed}
          close={() => setOpen(false)}
        >
          <Sentence of="page.staffPeople.removePictureWhat" parts={{ name }} />
        </Decision>
      )}
    </>
  );
}
