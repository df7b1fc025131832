import type { ComponentChildren, InputHTMLAttributes, TargetedEvent, VNode } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useProblem } from "./problems.ts";
import { useReader } from "./reader.tsx";

interface Labelled {
  readonly label: string;
  /** Of the parameter that the value becomes, so that a refusal finds its field. */
  readonly name: string;
  readonly hint?: ComponentChildren;
}

interface Typed<Element extends EventTarget> extends Labelled {
  /** Why the value cannot be sent; null: it can. */
  readonly problem?: string | null;
  /** Like {@link problem}, but shown once the form is sent. */
  readonly fault?: string | null;
  readonly value?: string;
  readonly required?: boolean;
  /** Bounds of the length. What is longer is not cut: it is refused. */
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
export function Field({ label, hint, problem: own = null, fault = null, unit, ...input }: FieldProps): VNode {
  const id = useId();
  const refused = useProblem(input.name);
  const problem = own ?? refused;
  const control = useFault<HTMLInputElement>(own ?? fault);
  // Preact has one type per type of input, and no union of them.
  const attributes = { ...BOUNDS[input.type ?? "text"], ...attributesOf(input) } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="measured">
        <input
          id={id}
          ref={control}
          aria-invalid={problem !== null}
          aria-describedby={describedBy(id, hint, problem, unit)}
          {...attributes}
        />
        {unit !== undefined && <span id={`${id}-unit`}>{unit}</span>}
      </span>
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** Keeps a form from being sent while a field has a fault. */
function useFault<Control extends HTMLInputElement | HTMLTextAreaElement>(fault: string | null) {
  const control = useRef<Control>(null);
  useLayoutEffect(() => control.current?.setCustomValidity(fault ?? ""), [fault]);
  return control;
}

/**
 * The attributes of a control. An uncontrolled one gets its initial value only, so that rendering again does not overwrite the input. A
 * browser would cut what is too long, so it does not know the bounds.
 */
function attributesOf<Props extends Omit<Typed<never>, "label">>({ value, minLength, maxLength, ...others }: Props) {
  const initial = value === undefined ? {} : others.onInput ? { value } : { defaultValue: value };
  return { ...others, ...initial, "data-least": minLength, "data-most": maxLength };
}

interface TextFieldProps extends Typed<HTMLTextAreaElement> {
  readonly rows?: number;
  /** The key that enters it, where a page has keys. */
  readonly keys?: string | undefined;
}

/** Like {@link Field}, for text of several lines in any language. Its limit stands below, with the length so far. */
export function TextField({ label, hint, problem: own = null, fault = null, rows = 6, keys, ...area }: TextFieldProps): VNode {
  const id = useId();
  const { t, formats } = useReader();
  const [typed, setTyped] = useState("");
  const refused = useProblem(area.name);
  const control = useFault<HTMLTextAreaElement>(own ?? fault);
  const { length } = area.value ?? typed;
  const { maxLength: most = Number.POSITIVE_INFINITY } = area;
  const count = Number.isFinite(most) ? t("page.limit.count", { typed: formats.number(length), maximum: formats.number(most) }) : null;
  const problem = own ?? (length > most ? count : refused);
  const notes = problem === count ? hint : withCount(hint, count);
  return (
    <div class="field wide">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={control}
        dir="auto"
        rows={rows}
        aria-keyshortcuts={keys}
        aria-invalid={problem !== null}
        aria-describedby={describedBy(id, notes, problem)}
        {...attributesOf(area)}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          area.onInput?.(event);
        }}
      />
      <Notes id={id} hint={notes} problem={problem} />
      <span class="visually-hidden" aria-live="polite">
        {length > most ? t("page.limit.most", { maximum: formats.number(most) }) : ANNOUNCED.includes(most - length) ? count : ""}
      </span>
    </div>
  );
}

/** A screen reader hears how much room is left a few times only. */
const ANNOUNCED: readonly number[] = [200, 50, 0];

function withCount(hint: ComponentChildren, count: string | null): ComponentChildren {
  if (hint === undefined || count === null) return hint ?? count ?? undefined;
  return (
    <>
      {hint}
      <br />
      {count}
    </>
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
  const problem = useProblem(select.name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} aria-invalid={problem !== null} aria-describedby={describedBy(id, hint, problem)} {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
      <Notes id={id} hint={hint} problem={problem} />
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
