import { step } from "@toolcourt/sdk";

/** A piece of a text that is sent: as it stands, or the name of the argument that is put there. */
export type TextPart =
  | { readonly kind: "fixed"; readonly text: string }
  | { readonly kind: "hole"; readonly name: string };

const pieces = /\{\{|\}\}|\{([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\}|[{}]|[^{}]+/g;

/** The parts of a text such as `status eq '{status}'`. Two braces stand for one. */
export function partsOf(text: string): readonly TextPart[] {
  return [...text.matchAll(pieces)].map(([piece, name]): TextPart => {
    if (name !== undefined) return { kind: "hole", name };
    return { kind: "fixed", text: piece === "{{" || piece === "}}" ? piece.slice(1) : piece };
  });
}

/** The names of the arguments that a text needs. */
export function holesIn(text: string): readonly string[] {
  return partsOf(text).flatMap((part) => (part.kind === "hole" ? [part.name] : []));
}

/** The name of the argument that a text consists of, where there is nothing beside it. */
export function wholeHole(text: string): string | undefined {
  const [first, ...more] = partsOf(text);
  return first?.kind === "hole" && more.length === 0 ? first.name : undefined;
}

/** Where the argument of a hole is found: `{scope.region}` is the region of the scope. */
export function pointerTo(hole: string): string {
  return hole.split(".").map(step).join("");
}
