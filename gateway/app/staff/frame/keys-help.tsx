import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { areKeysOn, setKeys } from "./keys.ts";

const KEYS = {
  "j k": "page.console.keyMove",
  Enter: "page.console.keyOpen",
  a: "page.console.keyApprove",
  x: "page.console.keyRefuse",
  s: "page.console.keySelect",
  r: "page.console.keyReply",
  c: "page.console.keyClose",
  "Ctrl Enter": "page.console.keySend",
  "/": "page.console.goTo",
  "?": "page.console.keys",
} as const satisfies Record<string, TextKey>;

interface KeysHelpProps {
  /** @param show shows the list of keys */
  follow(show: () => void): void;
}

/** What single keys do, once it is asked for. */
export function KeysHelp({ follow }: KeysHelpProps): VNode | null {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => follow(() => setOpen(true)), []);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <Dialog title={t("page.console.keys")} onClose={close}>
      <Facts of={Object.entries(KEYS).map(([key, text]) => [t(text), <kbd key={key}>{key}</kbd>])} />
      <p class="actions">
        <Button onClick={close}>{t("page.console.closeDialog")}</Button>
      </p>
    </Dialog>
  );
}

/** Switches single keys off in this browser: those who use other keys to speak or to steer press them by mistake. */
export function KeysSwitch({ explain }: { explain(): void }): VNode {
  const { t } = useReader();
  const [isOn, setOn] = useState(areKeysOn());
  const choose = (chosen: boolean) => {
    setKeys(chosen);
    setOn(chosen);
  };
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={(event) => choose(event.currentTarget.checked)} />
        {t("page.console.keysOn")}
      </label>
      <Button kind="quiet" onClick={explain}>
        {t("page.console.keys")}
      </Button>
    </>
  );
}
