import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Locale } from "#libs/contracts/shared.ts";
import type { Formats } from "../formats.ts";
import type { Texts } from "../texts.ts";

/** The reader's language, formats and time zone. */
export interface Reader {
  readonly locale: Locale;
  readonly t: Texts;
  readonly formats: Formats;
  /** In epoch milliseconds. */
  readonly now: () => number;
}

export const ReaderContext = createContext<Reader | null>(null);

/** The reader of the page. Throws outside of a document. */
export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error("the part has no reader");
  return reader;
}
