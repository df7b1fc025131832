import { own, setOwn } from "../values/document.ts";
import type { Container } from "./update-step.ts";

/** The child of a document or array. */
export const childOf = (container: Container, key: string | number): unknown =>
  Array.isArray(container) ? container[Number(key)] : own(container, String(key));

/** Sets a child; an array that is too short is filled with null. */
export function putChild(container: Container, key: string | number, value: unknown): void {
  if (!Array.isArray(container)) {
    setOwn(container, String(key), value);
    return;
  }
  const index = Number(key);
  while (container.length < index) container.push(null);
  container[index] = value;
}
