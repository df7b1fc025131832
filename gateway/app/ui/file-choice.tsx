import type { VNode } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useProblem } from "#gateway/ui/parts/problems.ts";

interface FileChoiceProps {
  /** Name of the parameter that the file becomes. */
  readonly name: string;
  /** On the button; names the file too. */
  readonly label: string;
  readonly hint?: string;
  /** Types of files, as in the header Content-Type. */
  readonly types: readonly string[];
  /** Why the chosen file was refused; null: it was not. */
  readonly problem: string | null;
  readonly busy?: boolean;
  readonly kind?: "primary" | "plain";
  onChoose(file: File): void;
}

/** A button that chooses a file of this device. The same file can be chosen again after a refusal. */
export function FileChoice({ name, label, hint, types, problem: own, busy = false, kind = "plain", onChoose }: FileChoiceProps): VNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const missing = useProblem(name);
  const problem = own ?? missing;
  useEffect(() => {
    if (own !== null) input.current?.focus();
  }, [own]);
  const choose = () => {
    const file = input.current?.files?.[0];
    if (input.current) input.current.value = "";
    if (file && !busy) onChoose(file);
  };
  return (
    <div class="field">
      <label class={kind === "primary" ? "button primary" : "button"} aria-busy={busy}>
        {label}
        <input
          ref={input}
          class="visually-hidden"
          type="file"
          name={name}
          accept={types.join(",")}
          aria-invalid={problem !== null}
          aria-describedby={[hint && `${id}-hint`, problem !== null && `${id}-problem`].filter(Boolean).join(" ") || undefined}
          onChange={choose}
        />
      </label>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem !== null && (
        <span class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
