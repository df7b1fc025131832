/** The process of a node. On a bus that authenticates its clients, this name is proven. */
export function processOf(node: string): string {
  return node.split(".", 1)[0] ?? "";
}
