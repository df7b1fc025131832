import { type Doc, isDoc, own, setOwn } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";
import { format, type UpdateStep } from "./update-step.ts";
import { putChild, type TargetChange, visitTargets } from "./visit-targets.ts";

function refuseArray(document: Doc, parts: readonly string[], which: string): void {
  let value: unknown = document;
  for (const part of parts.slice(0, -1)) {
    if (Array.isArray(value)) break;
    if (!isDoc(value)) return;
    value = own(value, part);
  }
  if (Array.isArray(value))
    throw badValue(
      `The ${which} field cannot be an array element, '${parts.join(".")}' in doc with _id: ${format(document._id)} has an array field called '${parts[0]}'`,
    );
}

/** `$rename`: moves a value from one path to another; no-op if the field is missing. */
export function renameField(document: Doc, step: UpdateStep, visit: (create: boolean, change: TargetChange) => boolean): boolean {
  const target = String(step.argument);
  const targetParts = target.split(".");
  refuseArray(document, step.parts, "source");
  refuseArray(document, targetParts, "destination");
  const moved: { value?: unknown } = {};
  visit(false, (container, key) => {
    if (Array.isArray(container) || !Object.hasOwn(container, key)) return false;
    setOwn(moved, "value", own(container, String(key)));
    delete container[key];
    return true;
  });
  if (!("value" in moved)) return false;
  return visitTargets(document, {
    step: { operator: "$set", path: target, parts: targetParts, argument: moved.value },
    create: true,
    change: (container, key) => {
      if (!Array.isArray(container)) delete container[key];
      putChild(container, key, moved.value);
      return true;
    },
  });
}
