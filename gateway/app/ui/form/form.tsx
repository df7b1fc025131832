import { type ComponentChildren, createContext, type VNode } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { ProblemsContext } from "#gateway/ui/parts/problems.ts";
import { ErrorNote } from "../error-note.tsx";
import type { FormState } from "./use-form.ts";

const FailureContext = createContext<unknown>(null);

interface FormProps {
  readonly form: FormState;
  readonly class?: string;
  /** Nothing else keeps what is typed, so leaving the page asks first. */
  readonly isGuarded?: true;
  /** Called when no field has a problem. */
  onSend(fields: FormData): unknown;
  readonly children: ComponentChildren;
}

/** A form whose fields are named like the parameters of its contract. */
export function Form({ form, onSend, class: look, isGuarded, children }: FormProps): VNode {
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => (isGuarded && element.current ? form.guard(element.current) : undefined), []);
  return (
    <form ref={element} class={look} {...form.attributesFor(onSend)}>
      <FormContext form={form}>{children}</FormContext>
    </form>
  );
}

/** Tells the fields of a form what is wrong with them. */
export function FormContext({ form, children }: Pick<FormProps, "form" | "children">): VNode {
  return (
    <ProblemsContext.Provider value={form.problems}>
      <FailureContext.Provider value={form.failure}>{children}</FailureContext.Provider>
    </ProblemsContext.Provider>
  );
}

/** Shows why a form was refused when the reason is not about one of its fields. */
export function Refused(): VNode | null {
  const failure = useContext(FailureContext);
  if (failure === null) return null;
  return (
    <div data-refused tabIndex={-1}>
      <ErrorNote error={failure} />
    </div>
  );
}
