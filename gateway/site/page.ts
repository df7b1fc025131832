import type { ComponentChildren } from "preact";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { PathParams } from "../routing/endpoints.ts";
import type { Formats } from "../ui/formats.ts";
import type { Shell } from "../ui/shell.ts";
import type { Texts } from "../ui/texts.ts";

/** Who the site is, from the settings. */
export interface Site {
  readonly name: string;
  readonly tagline: string;
  /** Without a slash at the end. */
  readonly publicHost: string;
  readonly supportEmail: string;
  /** Whether the payment provider is the sandbox: every page that names money says so. */
  readonly testPayments: boolean;
  readonly production: boolean;
}

/** Calls a public action for a page, as nobody in particular. Throws what the action throws, or 504 after two seconds. */
export type Ask = <Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>) => Promise<Return>;

/** What a page knows about its request. */
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
  /** Where mails are written, for a reader on this machine; null: for everybody else, and where mails are sent. */
  readonly mailFolder: string | null;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly config: Pick<ConfigReader, "read" | "isSwitchedOff">;
  readonly ask: Ask;
  /** A token with which visits of a creator's page are recorded; null while nothing can be recorded. */
  trackingToken(bioPageId: string): Promise<string | null>;
}

/** What a page puts into the frame of its shell. */
export interface View {
  readonly title: string;
  readonly main: ComponentChildren;
  /** 200 when absent. */
  readonly status?: number;
  /** More elements of `head`. */
  readonly head?: ComponentChildren;
  /** Search engines shall not list it. */
  readonly noindex?: true;
  /** For the script of the shell, as JSON. */
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Template of a creator's page. */
  readonly template?: string;
  /** The directive `frame-ancestors` of a page that other sites may frame. */
  readonly framedBy?: string;
  /** A part is missing because a service did not answer: nobody else is sent this rendering. */
  readonly isIncomplete?: boolean;
  /** Stands alone, without header and footer: it is framed by other sites, or printed. */
  readonly isBare?: true;
}

/** A page: one path, in one file. */
export interface Page {
  /** Parameters are written {name}. */
  readonly path: string;
  readonly shell: Shell;
  /** The page holds a token behind `#`, or is for staff: nobody stores or lists it, and no address leaks by a referrer. */
  readonly isSecret?: true;
  /** Everybody gets the same rendering, for five seconds. */
  readonly isRemembered?: true;
  /** Asks the services and renders. An AppError becomes the page of that error. */
  view(context: PageContext): View | Promise<View>;
  /** What a form on the page does, with its fields: the only effect that a page has without script. */
  submit?(fields: URLSearchParams, context: PageContext): View | Promise<View>;
}

/** A file that is no page. */
export interface Resource {
  readonly path: string;
  readonly contentType: string;
  /** Seconds that a client may keep it. */
  readonly maxAgeSeconds: number;
  body(context: PageContext): string | Buffer | Promise<string | Buffer>;
}
