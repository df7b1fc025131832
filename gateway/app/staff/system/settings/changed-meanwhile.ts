import { ApiError } from "#libs/client/send.ts";

interface Unchanged<T> {
  readonly shown: T;
  ask(): Promise<T>;
  /** What is said when it has changed. */
  readonly message: string;
}

/** Asks again just before something is sent whose route takes no version. Throws a conflict when it is no longer what was shown. */
export async function unlessChanged<T>({ shown, ask, message }: Unchanged<T>, send: () => Promise<unknown>): Promise<unknown> {
  if (JSON.stringify(await ask()) !== JSON.stringify(shown)) throw new ApiError(409, { message });
  return send();
}
