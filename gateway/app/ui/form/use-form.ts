import type { TargetedEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Problems } from "#gateway/ui/parts/problems.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { problemsOf } from "#gateway/ui/refusals.ts";
import { ApiError } from "#libs/client/send.ts";
import { guardUnsaved } from "../../client/browser/unsaved.ts";
import type { Work } from "../use-work.ts";
import { hasField, problemsIn } from "./problems-in.ts";

type Element = HTMLFormElement;

/** A form: what is wrong in its fields before it is sent, and where a refusal of the interface stands. */
export interface FormState extends Work {
  readonly problems: Problems;
  /** Shows problems that were found while sending. */
  refuse(problems: Problems): void;
  /** Shows a refusal of a dialog that this form has opened, when it is about a field of this form. @returns whether it is */
  refusedBy(error: unknown): boolean;
  /** Asks before the page is left while the fields hold something else than at first, or when they were last sent. */
  guard(element: Element): () => void;
  /** Of the element, which may be drawn by the server. `send` is called when no field has a problem. */
  attributesFor(send: (fields: FormData) => unknown): {
    readonly noValidate: true;
    onSubmit(event: TargetedEvent<Element>): void;
    onInput(event: TargetedEvent<Element>): void;
  };
}

interface State {
  readonly busy: boolean;
  readonly problems: Problems;
  readonly failure: unknown;
}

const QUIET: State = { busy: false, problems: {}, failure: null };

/**
 * A refusal is shown at the field that it is about; other failures are shown by {@link Refused}. Either gets the focus. Older ones go when
 * the form is sent again, and that of a field when its value is changed.
 */
export function useForm(): FormState {
  const { t, formats } = useReader();
  const [state, setState] = useState(QUIET);
  const element = useRef<Element | null>(null);
  const before = useRef("");
  const isBusy = useRef(false);
  isBusy.current = state.busy;
  const show = (problems: Problems, failure: unknown) => {
    setState({ busy: false, problems, failure: Object.keys(problems).length > 0 ? null : failure });
    focusRefusal(element);
  };
  const problemsBy = (error: unknown): Problems => {
    const form = element.current;
    if (!form || !(error instanceof ApiError)) return {};
    return problemsOf(t, { key: error.i18nKey, message: error.message, details: error.details }, (name) => hasField(form, name));
  };
  return {
    ...state,
    async run(send) {
      if (state.busy) return false;
      setState({ ...QUIET, busy: true });
      try {
        await send();
        before.current = contentOf(element.current);
        setState((now) => ({ ...now, busy: false }));
        return true;
      } catch (error) {
        // What the work has changed is drawn first: another step of the form may have the field.
        await drawn();
        show(problemsBy(error), error);
        return false;
      }
    },
    refuse: (problems) => show(problems, null),
    refusedBy(error) {
      const problems = problemsBy(error);
      const isAtField = Object.keys(problems).length > 0;
      if (isAtField) show(problems, null);
      return isAtField;
    },
    guard(form) {
      element.current = form;
      before.current = contentOf(form);
      return guardUnsaved(() => !isBusy.current && contentOf(form) !== before.current);
    },
    attributesFor: (send) => ({
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (state.busy) return;
        element.current = event.currentTarget;
        const found = problemsIn(event.currentTarget, t, formats);
        if (Object.keys(found).length > 0) return show(found, null);
        setState(QUIET);
        void send(new FormData(event.currentTarget));
      },
      onInput({ target }) {
        const { name = "" } = target as Partial<HTMLInputElement>;
        if (name in state.problems) setState(({ problems: { [name]: _, ...others }, ...now }) => ({ ...now, problems: others }));
      },
    }),
  };
}

/** What the fields of a form hold. */
function contentOf(form: Element | null): string {
  const controls = [...(form?.elements ?? [])] as Partial<HTMLInputElement>[];
  return JSON.stringify(controls.map(({ value, checked }) => [value, checked]));
}

const drawn = () => new Promise((resolve) => setTimeout(resolve));

/** Focuses what a form says of its refusal, once it is drawn: the first field with a problem, else the failure of the whole. */
function focusRefusal({ current: form }: { readonly current: Element | null }): void {
  requestAnimationFrame(() => {
    const refused = form?.querySelector<HTMLElement>("[aria-invalid=true]") ?? form?.querySelector<HTMLElement>("[data-refused]");
    refused?.scrollIntoView({ block: "center" });
    refused?.focus({ preventScroll: true });
  });
}
