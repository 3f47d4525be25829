import { type ParamPattern, type TSSignature, type TSType, Visitor } from "oxc-parser";
import type { Source } from "./source.ts";

export interface Members {
  /** Function-typed members of interfaces. A member whose type is a named function type is not seen. */
  readonly inInterfaces: number;
  /** Function-typed members of type literals, also of those inside an interface. */
  readonly inTypeLiterals: number;
  /** Properties named `clock`, and parameters of that name in function-typed members. */
  readonly clocks: number;
}

export function membersOf({ program }: Source): Members {
  const inInterfaces: TSSignature[] = [];
  const inTypeLiterals: TSSignature[] = [];
  new Visitor({
    TSInterfaceBody: ({ body }) => inInterfaces.push(...body),
    TSTypeLiteral: ({ members }) => inTypeLiterals.push(...members),
  }).visit(program);
  return {
    inInterfaces: functionMembers(inInterfaces).length,
    inTypeLiterals: functionMembers(inTypeLiterals).length,
    clocks: [...inInterfaces, ...inTypeLiterals].filter(declaresClock).length,
  };
}

/** The names of the members that are functions. */
export function functionMembers(members: readonly TSSignature[]): readonly string[] {
  return members.flatMap((member) => {
    if (member.type === "TSMethodSignature") return [nameOf(member)];
    if (member.type !== "TSPropertySignature" || member.typeAnnotation === null) return [];
    return isFunction(member.typeAnnotation.typeAnnotation) ? [nameOf(member)] : [];
  });
}

/** A function type, or a union with one: `(() => void) | undefined`. */
function isFunction(type: TSType): boolean {
  return type.type === "TSUnionType" ? type.types.some(isFunction) : type.type === "TSFunctionType";
}

/** The name of a member; empty for a computed one. */
function nameOf({ key }: Extract<TSSignature, { key: unknown }>): string {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : "";
}

function declaresClock(member: TSSignature): boolean {
  if (!("key" in member)) return false;
  return nameOf(member) === "clock" || parametersOf(member).some(isClock);
}

function parametersOf(member: Extract<TSSignature, { key: unknown }>): readonly ParamPattern[] {
  if (member.type === "TSMethodSignature") return member.params;
  const type = member.typeAnnotation?.typeAnnotation;
  return type?.type === "TSFunctionType" ? type.params : [];
}

function isClock(parameter: ParamPattern): boolean {
  return parameter.type === "Identifier" && parameter.name === "clock";
}
