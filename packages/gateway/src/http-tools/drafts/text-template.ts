import { pointerToken } from "@toolcourt/sdk";

/** A piece of a template: fixed text, or the name of the argument to insert. */
export type TextPart =
  | { readonly kind: "fixed"; readonly text: string }
  | { readonly kind: "hole"; readonly name: string };

const pieces = /\{\{|\}\}|\{([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\}|[{}]|[^{}]+/g;

/** Splits a template such as `status eq '{status}'` into parts. A doubled brace stands for one. */
export function partsOf(text: string): readonly TextPart[] {
  return [...text.matchAll(pieces)].map(([piece, name]): TextPart => {
    if (name !== undefined) return { kind: "hole", name };
    return { kind: "fixed", text: piece === "{{" || piece === "}}" ? piece.slice(1) : piece };
  });
}

/** Returns the argument names a template needs. */
export function holesIn(text: string): readonly string[] {
  return partsOf(text).flatMap((part) => (part.kind === "hole" ? [part.name] : []));
}

/** Returns the argument name if the template is a single hole and nothing else. */
export function wholeHole(text: string): string | undefined {
  const [first, ...more] = partsOf(text);
  return first?.kind === "hole" && more.length === 0 ? first.name : undefined;
}

/** Returns the JSON Pointer to a hole's argument: `{scope.region}` is the region of the scope. */
export function pointerTo(hole: string): string {
  return hole.split(".").map(pointerToken).join("");
}
