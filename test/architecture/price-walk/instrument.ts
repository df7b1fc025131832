import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { type BindingPattern, type ParamPattern, parseSync, type Statement, Visitor } from "oxc-parser";

/** Gets the values of a function's parameters, or of variables declared in it, with the file that has them. */
export type Observe = (file: string, values: readonly unknown[]) => void;

declare global {
  var observeValues: Observe | undefined;
}

const PRODUCT_MODULE = /\/(services|gateway|libs)\/(?!.*\/(test|node_modules)\/).*\.ts$/;

/** Makes each product module that is loaded from now on pass its values to `observe`. The root is a URL that ends with a slash. */
export function instrumentModules(root: string, observe: Observe): void {
  globalThis.observeValues = observe;
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith("file:") || !PRODUCT_MODULE.test(url)) return nextLoad(url, context);
      return { format: "module-typescript", source: instrumented(fileURLToPath(url), url.slice(root.length)), shortCircuit: true };
    },
  });
}

type Pattern = ParamPattern | BindingPattern;

/** The source with a call of the observer at the start of each function, and after each declaration in one. */
function instrumented(path: string, file: string): string {
  const source = readFileSync(path, "utf8");
  const insertions: { readonly at: number; readonly code: string }[] = [];
  const insert = (at: number, patterns: readonly Pattern[], before = " ", after = ";") => {
    const names = patterns.flatMap(namesOf).filter((name) => name !== "this");
    if (names.length === 0) return false;
    insertions.push({ at, code: `${before}observeValues(${JSON.stringify(file)}, [${names.join(", ")}])${after}` });
    return true;
  };
  const atStart = (node: { readonly params: readonly ParamPattern[]; readonly body: { readonly start: number } | null }) =>
    void (node.body && insert(node.body.start + 1, node.params));
  const afterDeclarations = (statements: readonly Statement[]) => {
    for (const each of statements)
      if (each.type === "VariableDeclaration")
        insert(
          each.end,
          each.declarations.map(({ id }) => id),
        );
  };
  new Visitor({
    FunctionDeclaration: (node) => atStart(node as never),
    FunctionExpression: (node) => atStart(node as never),
    ArrowFunctionExpression(node) {
      const { params, body, expression } = node;
      if (!expression) atStart(node as never);
      else if (insert(body.start, params, "(", ", ")) insertions.push({ at: body.end, code: ")" });
    },
    BlockStatement: ({ body }) => afterDeclarations(body as readonly Statement[]),
  }).visit(parseSync(path, source).program);
  return insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, code }) => text.slice(0, at) + code + text.slice(at), source);
}

/** The names that a pattern binds. */
function namesOf(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesOf(pattern.left);
    case "RestElement":
      return namesOf(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => namesOf(element as Pattern | null));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => namesOf(property.type === "RestElement" ? property.argument : property.value));
    default:
      return [];
  }
}
