import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type ClassBody,
  type ClassElement,
  type Comment,
  type Program,
  parseSync,
} from "oxc-parser";

/** One export of a module, as its source declares it. */
export interface Declaration {
  readonly name: string;
  readonly kind: "function" | "constant" | "class" | "interface" | "type";
  readonly signature: string;
  /** The first sentence of its doc comment. Empty if it has none. */
  readonly says: string;
  /** The code of the first `@example` in its doc comment. Default: none. */
  readonly example: string | undefined;
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

type Statement = Program["body"][number];

/**
 * Returns all exports of a module in order, resolved to their declarations. Omits those of another
 * package.
 */
export function declarationsOf(path: string): readonly Declaration[] {
  const source = read(path);
  return source.program.body.flatMap((statement) => {
    if (statement.type === "ExportAllDeclaration") {
      return declarationsOf(resolve(dirname(path), statement.source.value));
    }
    if (statement.type !== "ExportNamedDeclaration") return [];
    if (statement.source === null) return declared(source, statement);
    if (!statement.source.value.startsWith(".")) return [];
    const below = declarationsOf(resolve(dirname(path), statement.source.value));
    return statement.specifiers.flatMap(({ local, exportKind }) => {
      const name = "name" in local ? local.name : local.value;
      const found = below.filter((declaration) => declaration.name === name);
      return [exportKind, statement.exportKind].includes("type") ? found.map(asType) : found;
    });
  });
}

/** A class that is exported as a type only cannot be constructed. */
function asType(declaration: Declaration): Declaration {
  return declaration.kind === "class" ? { ...declaration, kind: "type" } : declaration;
}

function read(path: string): Source {
  const text = readFileSync(path, "utf8");
  const { program, comments } = parseSync(path, text);
  return { path, text, program, comments };
}

function declared(source: Source, statement: Statement): readonly Declaration[] {
  if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return [];
  const comment = commentBefore(source, statement.start).replaceAll(/^[ \t]*\*+ ?/gm, "");
  const said = { says: firstSentence(comment), example: exampleIn(comment) };
  return shapes(source.text, statement.declaration).map((shape) => ({ ...shape, ...said }));
}

type Shape = Omit<Declaration, "says" | "example">;
type Declared = NonNullable<Extract<Statement, { type: "ExportNamedDeclaration" }>["declaration"]>;

const kinds: Readonly<Record<string, Declaration["kind"]>> = {
  FunctionDeclaration: "function",
  ClassDeclaration: "class",
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "type",
};

function shapes(text: string, declaration: Declared): readonly Shape[] {
  if (declaration.type === "VariableDeclaration") return constants(text, declaration);
  const kind = kinds[declaration.type];
  if (kind === undefined) return [];
  return [{ name: nameOf(declaration), kind, signature: signatureOf(text, declaration) }];
}

function nameOf(declaration: Declared): string {
  if (!("id" in declaration) || declaration.id === null) return "";
  return "name" in declaration.id ? declaration.id.name : "";
}

/** Types are shown whole. Functions are cut before the body, classes show their functions. */
function signatureOf(text: string, declaration: Declared): string {
  const { type, start, end } = declaration;
  const showsBody = type === "TSInterfaceDeclaration" || type === "TSTypeAliasDeclaration";
  if (showsBody) return withoutComments(text.slice(start, end));
  const body = "body" in declaration ? declaration.body : null;
  const head = text.slice(start, body?.start ?? end).trim();
  return body?.type === "ClassBody" ? withMembers(text, head, body) : head;
}

function withMembers(text: string, head: string, { body }: ClassBody): string {
  const members = body.flatMap((member) => memberOf(text, member));
  return members.length === 0 ? head : [`${head} {`, ...members, "}"].join("\n");
}

/** Returns a public arrow function of a class, as an interface would declare it. */
function memberOf(text: string, member: ClassElement): readonly string[] {
  if (member.type !== "PropertyDefinition" || member.key.type !== "Identifier") return [];
  const { key, value } = member;
  if (value?.type !== "ArrowFunctionExpression" || !value.returnType) return [];
  const { params, returnType } = value;
  const parameters = params.map(({ start, end }) => text.slice(start, end)).join(", ");
  const { start, end } = returnType.typeAnnotation;
  return [`  readonly ${key.name}: (${parameters}) => ${text.slice(start, end)};`];
}

function constants(
  text: string,
  declaration: Extract<Declared, { type: "VariableDeclaration" }>,
): readonly Shape[] {
  return declaration.declarations.flatMap(({ id, init }) => {
    if (id.type !== "Identifier") return [];
    const value = init === null ? "" : text.slice(init.start, init.end);
    return [
      { name: id.name, kind: "constant", signature: constant(text.slice(id.start, id.end), value) },
    ];
  });
}

/** Shows the value only if it is short. */
function constant(id: string, value: string): string {
  const short = value !== "" && value.length <= 120 && !value.includes("=>") ? ` = ${value}` : "";
  return `const ${id}${short}`;
}

function commentBefore({ text, comments }: Source, start: number): string {
  const last = comments.findLast(
    ({ type, value, end }) => type === "Block" && value.startsWith("*") && end <= start,
  );
  return last !== undefined && text.slice(last.end, start).trim() === "" ? last.value : "";
}

function firstSentence(comment: string): string {
  const prose = comment.split(/\n\s*\n|@example/)[0] ?? "";
  const line = prose.replaceAll(/\s+/g, " ").trim();
  return /^.*?[.:!?](?= [A-Z`]|$)/.exec(line)?.[0] ?? line;
}

function exampleIn(comment: string): string | undefined {
  return /@example\s*```ts\n([\s\S]*?)\n```/.exec(comment)?.[1];
}

function withoutComments(code: string): string {
  return code.replaceAll(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, "");
}
