/** The process of a node: on a bus that asks who is there, its proven name. */
export function processOf(node: string): string {
  return node.split(".", 1)[0] ?? "";
}
