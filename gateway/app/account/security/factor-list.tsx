import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { FactorName } from "./factor-name.tsx";

interface Factor {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly createdAt: string;
}

interface Actions {
  readonly busy: boolean;
  /** The factor that gets a name. */
  readonly named: string | null;
  onName(factorId: string | null): void;
  onNamed(): void;
  onRemove(factorId: string): void;
}

/** The second factors of the reader. */
export function FactorList({ of: factors, ...actions }: Actions & { readonly of: readonly Factor[] }): VNode {
  return (
    <ul class="list">
      {factors.map((factor) => (
        <Item key={factor.id} of={factor} {...actions} />
      ))}
    </ul>
  );
}

function Item({ of: { id, kind, name, createdAt }, busy, named, onName, onNamed, onRemove }: Actions & { readonly of: Factor }): VNode {
  const { t } = useReader();
  const item = useRef<HTMLLIElement>(null);
  const close = () => {
    onName(null);
    item.current?.querySelector("button")?.focus();
  };
  const save = () => {
    close();
    onNamed();
  };
  return (
    <li ref={item} class="item">
      <span class="text">
        <bdi>{name ?? t(kind === "TOTP" ? "page.settings.authenticator" : "page.settings.passkey")}</bdi>
        <Time at={createdAt} as="date" />
      </span>
      <Button busy={busy} onClick={() => onName(id)}>
        {t("page.settings.factorRename")}
      </Button>
      <Button busy={busy} onClick={() => onRemove(id)}>
        {t("page.settings.remove")}
      </Button>
      {named === id && <FactorName factorId={id} name={name} onSaved={save} onClose={close} />}
    </li>
  );
}
