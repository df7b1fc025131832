import { render, type VNode } from "preact";
import { ReaderContext } from "#gateway/ui/parts/reader.tsx";
import { isRefusal } from "../client/refusal.ts";
import { reader } from "../client/visitor.ts";
import { ErrorNote } from "../ui/error-note.tsx";

const problem = document.createElement("div");

/**
 * Sends a form of the server by script: only the requests of a script carry the cookies of the interface. A refused form is sent again as it is,
 * because the page of the server says what a refusal means.
 * @param send returns what the page shows then; null: the reader is led elsewhere
 */
export async function sendInPlace(form: HTMLFormElement, send: (fields: FormData) => Promise<VNode | null>): Promise<void> {
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const about = await reader();
  const draw = (content: VNode | null, place: Element) =>
    render(<ReaderContext.Provider value={about}>{content}</ReaderContext.Provider>, place);
  draw(null, problem);
  form.before(problem);
  try {
    const shown = await send(new FormData(form));
    const main = document.getElementById("main");
    if (!shown || !main) return;
    main.replaceChildren();
    draw(shown, main);
    main.querySelector("h1")?.focus();
  } catch (error) {
    form.ariaBusy = null;
    if (isRefusal(error)) form.submit();
    else draw(<ErrorNote error={error} />, problem);
  }
}
