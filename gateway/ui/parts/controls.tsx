import type { ComponentChildren, InputHTMLAttributes, TargetedEvent, VNode } from "preact";
import { useId } from "preact/hooks";
import { Ring } from "./ring.tsx";

interface Labelled {
  readonly label: string;
  readonly name: string;
  readonly hint?: ComponentChildren;
}

interface Typed<Element extends EventTarget> extends Labelled {
  /** Why the value is refused; null: it is valid. */
  readonly problem?: string | null;
  readonly value?: string;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly onInput?: (event: TargetedEvent<Element>) => void;
  readonly onBlur?: (event: TargetedEvent<Element>) => void;
}

interface FieldProps extends Typed<HTMLInputElement> {
  /** Unit of the number, shown after it. */
  readonly unit?: string;
  readonly type?: "text" | "email" | "password" | "search" | "url" | "number" | "date" | "datetime-local";
  /** The first day that can be chosen. */
  readonly min?: string;
  readonly inputMode?: "text" | "decimal" | "numeric" | "email" | "url" | "search";
  readonly spellcheck?: boolean;
  readonly dir?: "auto" | "ltr";
}

/** The dates that all of our formats can write, in every time zone. A year that is still being typed lies before them. */
const BOUNDS: Partial<Record<NonNullable<FieldProps["type"]>, { readonly min: string; readonly max: string }>> = {
  date: { min: "1970-01-01", max: "9999-12-30" },
  "datetime-local": { min: "1970-01-01T00:00", max: "9999-12-30T23:59" },
};

/** A field with its label above, hint and problem below. */
export function Field({ label, hint, problem = null, unit, ...input }: FieldProps): VNode {
  const id = useId();
  // Preact has one type per type of input, and no union of them.
  const attributes = { ...BOUNDS[input.type ?? "text"], ...withFirstValue(input) } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="measured">
        <input id={id} aria-invalid={problem !== null} aria-describedby={describedBy(id, hint, problem, unit)} {...attributes} />
        {unit !== undefined && <span id={`${id}-unit`}>{unit}</span>}
      </span>
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** An uncontrolled field gets its initial value only, so that rendering again does not overwrite the input. */
function withFirstValue<Props extends { readonly value?: string; readonly onInput?: unknown }>(props: Props): Omit<Props, "value"> {
  const { value, ...others } = props;
  if (value === undefined) return others;
  return props.onInput ? props : { ...others, defaultValue: value };
}

interface TextFieldProps extends Typed<HTMLTextAreaElement> {
  readonly rows?: number;
}

/** Like {@link Field}, for text of several lines in any language. */
export function TextField({ label, hint, problem = null, rows = 6, ...area }: TextFieldProps): VNode {
  const id = useId();
  return (
    <div class="field wide">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        dir="auto"
        rows={rows}
        aria-invalid={problem !== null}
        aria-describedby={describedBy(id, hint, problem)}
        {...withFirstValue(area)}
      />
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}

interface ChoiceProps extends Labelled {
  readonly value?: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange?: (event: TargetedEvent<HTMLSelectElement>) => void;
}

/** One of a few values. */
export function Choice({ label, options, hint, value, ...select }: ChoiceProps): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} aria-describedby={describedBy(id, hint, null)} {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
      <Notes id={id} hint={hint} problem={null} />
    </div>
  );
}

interface NotesProps {
  readonly id: string;
  readonly hint?: ComponentChildren;
  readonly problem: string | null;
}

function Notes({ id, hint, problem }: NotesProps): VNode {
  return (
    <>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem !== null && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </>
  );
}

function describedBy(id: string, hint: ComponentChildren, problem: string | null, unit?: string): string | undefined {
  const parts = { unit: unit !== undefined, hint: hint !== undefined, problem: problem !== null };
  const ids = Object.entries(parts).flatMap(([part, isThere]) => (isThere ? [`${id}-${part}`] : []));
  return ids.length > 0 ? ids.join(" ") : undefined;
}

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  readonly onClick?: (event: TargetedEvent<HTMLButtonElement>) => void;
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  /** The operation is running, so a second press does nothing. */
  readonly busy?: boolean;
  /** Whether the choice of this button is selected. */
  readonly pressed?: boolean;
  /** Accessible name, for buttons without a word. */
  readonly label?: string;
  readonly id?: string;
}

export function Button({
  kind = "plain",
  busy = false,
  pressed,
  label,
  type = "button",
  onClick,
  children,
  ...button
}: ButtonProps): VNode {
  const press = (event: TargetedEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type={type}
      class={kind === "plain" ? undefined : kind}
      aria-busy={busy}
      aria-pressed={pressed}
      aria-label={label}
      onClick={press}
      {...button}
    >
      {busy && <Ring state="held" share={0.3} isBare />}
      {children}
    </button>
  );
}

/** A problem, announced at once to screen readers. */
export function Problem({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <p class="notice danger" role="alert">
      {children}
    </p>
  );
}

/** Shown instead of an empty list: an empty note, the reason, and one action. */
export function Empty({ children, action }: { readonly children: ComponentChildren; readonly action?: VNode }): VNode {
  return (
    <div class="empty">
      <EmptyNote />
      <p>{children}</p>
      {action && <p class="actions">{action}</p>}
    </div>
  );
}

/** A note without words and a ring without an arc. */
function EmptyNote(): VNode {
  return (
    <svg class="scene back" viewBox="0 0 120 94" width="120" height="94" aria-hidden="true">
      <path d="M10 4h100a8 8 0 0 1 8 8v56a8 8 0 0 1-8 8H44L30 88V76H10a8 8 0 0 1-8-8V12a8 8 0 0 1 8-8z" />
      <circle class="track" cx="60" cy="40" r="19" />
    </svg>
  );
}

/** Placeholder for loading content. */
export function Skeleton({ lines }: { readonly lines: number }): VNode {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}
