import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";

interface SettingProps {
  readonly title: string;
  /** What it is for. */
  readonly hint?: string;
  readonly children: ComponentChildren;
}

/** A part of a page of settings: the controls on a card, heading and explanation beside it. */
export function Setting({ title, hint, children }: SettingProps): VNode {
  const id = useId();
  return (
    <section class="setting" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <p class="hint">{hint}</p>}
      </div>
      <div class="card">{children}</div>
    </section>
  );
}
