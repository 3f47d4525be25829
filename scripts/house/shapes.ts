import {
  type Argument,
  type Class,
  type Expression,
  type ParamPattern,
  type TSType,
  Visitor,
} from "oxc-parser";
import { functionMembers } from "./members.ts";
import type { Source } from "./source.ts";

/** What a file declares and provides, as far as its syntax shows it. */
export interface Shapes {
  readonly path: string;
  readonly interfaces: ReadonlyMap<string, InterfaceShape>;
  readonly provided: readonly Provided[];
  /** The interfaces of each parameter, by the name of the function or class. */
  readonly parameters: ReadonlyMap<string, Parameters>;
  readonly passed: readonly Passed[];
  /** Imported and re-exported names, by the name that the file uses or exports. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Specifiers of `export * from "…"`. */
  readonly stars: readonly string[];
}

export interface InterfaceShape {
  readonly functions: readonly string[];
  readonly parents: readonly string[];
}

/** One piece of code that says it is of certain interfaces. */
export interface Provided {
  readonly interfaces: readonly string[];
  /**
   * The keys of all object literals in a function. A function that only passes an object on has no key of
   * the interface. Default: the code is an object literal or a class, and provides every member.
   */
  readonly keys?: ReadonlySet<string>;
}

/** For each parameter, the names that its declared type is made of. */
export type Parameters = readonly (readonly string[])[];

/** An object literal that is an argument of a call or of `new`. */
export interface Passed {
  readonly callee: string;
  readonly position: number;
  readonly keys: ReadonlySet<string>;
}

interface Origin {
  readonly specifier: string;
  readonly name: string;
}

export function shapesOf(source: Source): Shapes {
  const exported = source.module.staticExports.flatMap(({ entries }) => entries);
  return {
    path: source.path,
    interfaces: interfacesIn(source),
    provided: [...providedByFunctions(source), ...providedByObjects(source)],
    parameters: parametersIn(source),
    passed: passedIn(source),
    origins: originsIn(source),
    stars: exported.flatMap(({ moduleRequest, exportName }) =>
      moduleRequest !== null && exportName.name === null ? [moduleRequest.value] : [],
    ),
  };
}

function originsIn({ module }: Source): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { localName, importName } of entries) {
      const { value: specifier } = moduleRequest;
      origins.set(localName.value, { specifier, name: importName.name ?? "default" });
    }
  }
  for (const { moduleRequest, importName, exportName } of module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    if (moduleRequest === null || exportName.name === null || importName.name === null) continue;
    origins.set(exportName.name, { specifier: moduleRequest.value, name: importName.name });
  }
  return origins;
}

function interfacesIn({ program }: Source): ReadonlyMap<string, InterfaceShape> {
  const found = new Map<string, InterfaceShape>();
  new Visitor({
    TSInterfaceDeclaration: ({ id, body, extends: parents }) => {
      found.set(id.name, {
        functions: functionMembers(body.body),
        parents: parents.flatMap(({ expression }) =>
          expression.type === "Identifier" ? [expression.name] : [],
        ),
      });
    },
  }).visit(program);
  return found;
}

interface Frame extends Provided {
  readonly keys: Set<string>;
}

interface Returning {
  readonly body: unknown;
  readonly returnType?: { readonly typeAnnotation: TSType } | null | undefined;
}

/** Functions whose declared return type is an interface, with the keys of the object literals in them. */
function providedByFunctions({ program }: Source): readonly Provided[] {
  const found: Provided[] = [];
  const open: Frame[] = [];
  const enter = ({ body, returnType }: Returning): void => {
    const interfaces = returnType && body !== null ? namesIn(returnType.typeAnnotation) : [];
    open.push({ interfaces, keys: new Set() });
  };
  const leave = (): void => {
    const frame = open.pop();
    if (frame !== undefined && frame.interfaces.length > 0) found.push(frame);
  };
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    ObjectExpression: (object) => {
      for (const key of keysOf(object)) for (const { keys } of open) keys.add(key);
    },
  }).visit(program);
  return found;
}

/** Object literals that an annotation or `satisfies` gives a type, and classes that implement one. */
function providedByObjects({ program }: Source): readonly Provided[] {
  const found: Provided[] = [];
  const add = (type: TSType | undefined): void => {
    if (type !== undefined) found.push({ interfaces: namesIn(type) });
  };
  const addClass = ({ implements: interfaces = [] }: Class): void => {
    const names = interfaces.flatMap(({ expression }) =>
      expression.type === "Identifier" ? [expression.name] : [],
    );
    if (names.length > 0) found.push({ interfaces: names });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init?.type === "ObjectExpression") add(id.typeAnnotation?.typeAnnotation);
    },
    TSSatisfiesExpression: ({ expression, typeAnnotation }) => {
      if (expression.type === "ObjectExpression") add(typeAnnotation);
    },
    ClassDeclaration: addClass,
    ClassExpression: addClass,
  }).visit(program);
  return found;
}

/** Functions and classes that have a name to call them by. */
function parametersIn({ program }: Source): Shapes["parameters"] {
  const found = new Map<string, Parameters>();
  const addClass = ({ id, body }: Class): void => {
    for (const member of body.body) {
      if (id === null || member.type !== "MethodDefinition" || member.kind !== "constructor")
        continue;
      found.set(id.name, member.value.params.map(namesOfParameter));
    }
  };
  new Visitor({
    FunctionDeclaration: ({ id, params }) => {
      if (id !== null) found.set(id.name, params.map(namesOfParameter));
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "Identifier" || init === null) return;
      if (init.type !== "ArrowFunctionExpression" && init.type !== "FunctionExpression") return;
      found.set(id.name, init.params.map(namesOfParameter));
    },
    ClassDeclaration: addClass,
  }).visit(program);
  return found;
}

function namesOfParameter(parameter: ParamPattern): readonly string[] {
  if (parameter.type === "TSParameterProperty") return namesOfParameter(parameter.parameter);
  if (parameter.type === "AssignmentPattern") return namesOfParameter(parameter.left);
  if (parameter.type === "RestElement") return [];
  const type = parameter.typeAnnotation?.typeAnnotation;
  return type === undefined ? [] : namesIn(type);
}

function passedIn({ program }: Source): readonly Passed[] {
  const found: Passed[] = [];
  const add = (call: { callee: Expression; arguments: readonly Argument[] }): void => {
    const { callee } = call;
    if (callee.type !== "Identifier") return;
    for (const [position, argument] of call.arguments.entries()) {
      if (argument.type !== "ObjectExpression") continue;
      found.push({ callee: callee.name, position, keys: new Set(keysOf(argument)) });
    }
  };
  new Visitor({ CallExpression: add, NewExpression: add }).visit(program);
  return found;
}

function keysOf({ properties }: Extract<Expression, { type: "ObjectExpression" }>): string[] {
  return properties.flatMap((property) => {
    if (property.type !== "Property") return [];
    const { key } = property;
    if (key.type === "Identifier") return [key.name];
    return key.type === "Literal" ? [String(key.value)] : [];
  });
}

/** Types that stand for their first argument: what provides a part of an interface is counted too. */
const wrappers = new Set(["Promise", "Readonly", "Pick", "Omit", "Partial", "Required"]);

/** The names that a type is made of: `Promise<A & AsyncDisposable>` is of `A` and of `AsyncDisposable`. */
function namesIn(type: TSType): readonly string[] {
  if (type.type === "TSIntersectionType") return type.types.flatMap(namesIn);
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return [];
  const { name } = type.typeName;
  const [first] = type.typeArguments?.params ?? [];
  return wrappers.has(name) && first !== undefined ? namesIn(first) : [name];
}
