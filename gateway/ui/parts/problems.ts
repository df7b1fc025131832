import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Why values of a form are refused, by the name of their field. */
export type Problems = Readonly<Record<string, string>>;

/** The problems of the form around a field. */
export const ProblemsContext = createContext<Problems>({});

/** Why the value of a field is refused; null: it is not. */
export const useProblem = (name: string): string | null => useContext(ProblemsContext)[name] ?? null;
