import { descriptionErrors } from "./description-errors.ts";

/** One response of the interface. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined when there is none. */
  readonly body: ReplyBody;
  readonly cookies: readonly string[];
}

export interface ReplyBody {
  readonly success: boolean;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly i18nKey?: string;
    readonly i18nVars?: Record<string, unknown>;
    readonly details?: readonly { readonly message: string }[];
    readonly correlationId: string;
  };
  readonly data: never;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (method: string, path: string, options?: RequestOptions) => Promise<Reply>;

/** A client of one gateway. Paths are relative to /api/v1. */
export function httpClient(base: string): Send {
  return async (method, path, { token, body, headers = {} } = {}) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const reply: Reply = {
      status: response.status,
      headers: response.headers,
      cookies: response.headers.getSetCookie(),
      body: (isJson && text ? JSON.parse(text) : undefined) as ReplyBody,
    };
    const errors = descriptionErrors(method, path, reply);
    if (errors.length > 0) throw new Error(`OPS-05 ${method} ${path} is not as described: ${errors.join("; ")}`);
    return reply;
  };
}
