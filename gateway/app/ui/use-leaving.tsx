import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { giveUpUnsaved } from "../client/browser/unsaved.ts";

/** Asks before a page is left that holds something unsaved. */
export function useLeaving() {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  return {
    ask: (goOn: () => void) => setLeave(() => goOn),
    question: leave === null ? null : <Question leave={leave} onClose={() => setLeave(null)} />,
  };
}

function Question({ leave, onClose }: { leave(): void; onClose(): void }): VNode {
  const { t } = useReader();
  const giveUp = () => {
    giveUpUnsaved();
    onClose();
    leave();
  };
  return (
    <Dialog title={t("page.leave.title")} onClose={onClose}>
      <p>{t("page.leave.text")}</p>
      <p class="actions">
        <Button onClick={onClose}>{t("page.leave.stay")}</Button>
        <Button kind="danger" onClick={giveUp}>
          {t("page.leave.leave")}
        </Button>
      </p>
    </Dialog>
  );
}
