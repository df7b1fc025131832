import type { ComponentChildren } from "preact";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { PathParams } from "../routing/endpoints.ts";
import type { Formats } from "../ui/formats.ts";
import type { Shell } from "../ui/shell.ts";
import type { Texts } from "../ui/texts.ts";
import type { Outcome } from "./outcomes.ts";

/** The identity of the site, from the settings. */
export interface Site {
  readonly name: string;
  /** Who holds the rights of what the site shows. */
  readonly copyrightHolder: string;
  readonly tagline: string;
  /** Without a slash at the end. */
  readonly publicHost: string;
  readonly supportEmail: string;
  /** Whether the payment provider is the sandbox. Pages that mention money must then say so. */
  readonly testPayments: boolean;
  readonly production: boolean;
  /** The command that gives a local system people to try it with; null in production. */
  readonly seedCommand: string | null;
}

export interface AskOptions {
  /** The browser gets the cookies of the answer. The page cannot read those that it has, so they are replaced. */
  readonly withCookies?: boolean;
}

/** Calls a public action for a page, as an anonymous client. Throws the action's errors, or 504 after two seconds. */
export type Ask = <Send, Return>(
  contract: ActionContract<Send, unknown, Return>,
  params: NoInfer<Send>,
  options?: AskOptions,
) => Promise<Return>;

/** The data of a request that a page receives. */
export interface PageContext {
  readonly site: Site;
  readonly locale: Locale;
  readonly t: Texts;
  readonly formats: Formats;
  /** Path of the request, decoded. */
  readonly path: string;
  readonly params: PathParams;
  readonly query: URLSearchParams;
  /** The client asked not to be tracked (`Sec-GPC: 1`, while `analytics.respect_gpc` is set). */
  readonly refusesTracking: boolean;
  readonly correlationId: string;
  /** Folder of written mails, for a reader on this machine; null: for all other readers, and where mails are sent. */
  readonly mailFolder: string | null;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly config: Pick<ConfigReader, "read" | "isSwitchedOff">;
  readonly ask: Ask;
  /** A token for recording visits of a creator's page; null while recording is impossible. */
  trackingToken(bioPageId: string): Promise<string | null>;
}

/** The content that a page puts into the frame of its shell. */
export interface View {
  readonly title: string;
  readonly main: ComponentChildren;
  /** 200 when absent. */
  readonly status?: number;
  /** More elements of `head`. */
  readonly head?: ComponentChildren;
  /** Excludes the page from search engines. */
  readonly noindex?: true;
  /** Admits search engines to a page of an application. */
  readonly isListed?: true;
  /** For the script of the shell, as JSON. */
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Template of a creator's page. */
  readonly template?: string;
  /** The directive `frame-ancestors` of a page that other sites may frame. */
  readonly framedBy?: string;
  /** A part is missing because a service did not answer, so the rendering is not cached for other readers. */
  readonly isIncomplete?: boolean;
  /** Without header and footer, for framing by other sites or for printing. */
  readonly isBare?: true;
}

/** A page: one path, in one file. */
export interface Page {
  /** Parameters are written {name}. */
  readonly path: string;
  readonly shell: Shell;
  /** The page holds a token after `#`, or is for staff. It is not stored or listed, and sends no referrer. */
  readonly isSecret?: true;
  /** All readers get the same rendering, cached for five seconds. */
  readonly isRemembered?: true;
  /** Sent instead to browsers that show a user. It holds nothing of the user: its script loads that. */
  readonly forUsers?: Page;
  /** Calls the services and renders. An AppError becomes its error page. */
  view(context: PageContext): View | Promise<View>;
  readonly form?: PageForm;
}

/** A form of a page. Without script, it is the only way to change state. */
export interface PageForm {
  /** Fields that the outcome shows again; no passwords. */
  readonly keeps: readonly string[];
  /** The errors that the outcome shows; another one becomes its error page. */
  readonly refusals: readonly ErrorKey[];
  send(fields: URLSearchParams, context: PageContext): Promise<unknown>;
  /** Fields of the outcome that come from the answer. */
  learns?(answer: unknown): Outcome["fields"];
  /** What became of the form, at an address of its own: loading it again sends nothing. */
  outcome(outcome: Outcome, context: PageContext): View | Promise<View>;
}

/** A file other than a page. */
export interface Resource {
  readonly path: string;
  readonly contentType: string;
  /** Seconds for which a client may cache it. */
  readonly maxAgeSeconds: number;
  body(context: PageContext): string | Buffer | Promise<string | Buffer>;
}
