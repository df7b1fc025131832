import { once } from "node:events";

/** The inspector of a process of Node. */
export interface Inspector {
  readonly pid: number;
  send(method: string, params?: object): Promise<unknown>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** @param url as a process prints it when it is started with --inspect */
export async function openInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Message;
    const answer = id === undefined ? undefined : waiting.get(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  });
  await once(socket, "open");
  const send: Inspector["send"] = (method, params = {}) => {
    last += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise;
  };
  const asked = await send("Runtime.evaluate", { expression: "process.pid" });
  const { result } = asked as { readonly result: { readonly value: number } };
  return { pid: result.value, send, close: () => socket.close() };
}
