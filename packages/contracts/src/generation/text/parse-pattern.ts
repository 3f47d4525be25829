import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { type CharacterSet, classSet, everythingBut, rangesOf } from "./character-set.ts";

/** A pattern as a tree for writing texts. Anchors and word boundaries write nothing. */
export type PatternTree =
  | { readonly kind: "character"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly options: readonly PatternTree[] }
  | {
      readonly kind: "repetition";
      readonly part: PatternTree;
      readonly min: number;
      readonly max: number;
    };

const nothing: PatternTree = { kind: "sequence", parts: [] };
const parser = new RegExpParser({ ecmaVersion: 2025 });

/** Parses the patterns admission accepts. Any other pattern becomes a tree that writes nothing. */
export function parsePattern(text: string): PatternTree {
  // Real patterns such as `[\w-.]` are legal only without the Unicode flag.
  const pattern = read(text, true) ?? read(text, false);
  return pattern === undefined ? nothing : toChoice(pattern);
}

function read(text: string, unicode: boolean): AST.Pattern | undefined {
  try {
    return parser.parsePattern(text, 0, text.length, { unicode });
  } catch {
    return undefined;
  }
}

function toChoice({ alternatives }: Pick<AST.Pattern, "alternatives">): PatternTree {
  const options = alternatives.map(({ elements }): PatternTree => {
    return { kind: "sequence", parts: elements.map(toTree) };
  });
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
}

function toTree(element: AST.Element): PatternTree {
  const { type } = element;
  if (type === "Group" || type === "CapturingGroup") return toChoice(element);
  if (type === "Quantifier") {
    const { min, max } = element;
    return { kind: "repetition", part: toTree(element.element), min, max };
  }
  return type === "Character" || type === "CharacterSet" || type === "CharacterClass"
    ? { kind: "character", set: toSet(element) }
    : nothing;
}

function toSet(
  element: AST.CharacterClassElement | AST.CharacterSet | AST.CharacterClass,
): CharacterSet {
  if (element.type === "Character") return { ranges: [[element.value, element.value]] };
  if (element.type === "CharacterClassRange")
    return { ranges: [[element.min.value, element.max.value]] };
  if (element.type === "CharacterClass") return toUnion(element);
  if (element.type === "CharacterSet" && element.kind === "any")
    return everythingBut(rangesOf("\n\r\u2028\u2029"));
  return classSet(element.raw);
}

function toUnion({ elements, negate }: AST.CharacterClass): CharacterSet {
  const members = elements.map(toSet);
  const set = {
    ranges: members.flatMap(({ ranges }) => ranges),
    tests: members.flatMap(({ tests }) => tests ?? []),
  };
  return negate ? { ranges: [], except: set } : set;
}
