import { YamlText } from "@toolcourt/contracts/internal/documents/document";
import { type Problem, schemaProblems } from "@toolcourt/contracts/internal/documents/problems";
import { didYouMean, expected } from "@toolcourt/contracts/internal/documents/wording";
import { nearest } from "@toolcourt/contracts/internal/kernel/nearest";
import { effects, isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import {
  type ItemQuestion,
  kinds,
  type PolicyItem,
  type PolicyQuestion,
  type PolicyTool,
} from "./question.ts";
import { linesOf, placed } from "./read-policy.ts";
import { categories, choice, keysAndValues, text } from "./schema-pieces.ts";

/** A question to a policy, with its expected answer. */
export interface PolicyCase {
  readonly name: string;
  readonly question: PolicyQuestion | ItemQuestion;
  readonly expect: "allow" | "deny";
  /** The statement expected to decide. Default: not checked. */
  readonly statement?: string | undefined;
}

export type CasesReading =
  | { readonly kind: "cases"; readonly cases: readonly PolicyCase[] }
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

const texts = z.array(text, { error: expected("a list of texts") });
export const free = z.custom<JsonObject>(isJsonObject, { error: expected("keys and values") });

export const casePrincipal = z.strictObject(
  {
    id: z.exactOptional(text),
    kind: z.exactOptional(choice(kinds)),
    roles: z.exactOptional(texts),
    scopes: z.exactOptional(texts),
    claims: z.exactOptional(free),
    tenant: z.exactOptional(text),
    permissions: texts.default([]),
  },
  keysAndValues,
);

export const caseTool = z.strictObject(
  {
    server: text,
    name: z.exactOptional(text),
    effect: choice(effects).default("write"),
    tags: z.exactOptional(texts),
    category: z.exactOptional(choice(categories)),
    permissions: z.exactOptional(texts),
    version: z.exactOptional(text),
  },
  keysAndValues,
);

const momentError = expected("a moment such as 2026-11-01T09:30:00Z");
export const moment = z.iso
  .datetime({ offset: true, error: momentError })
  .transform((written) => new Date(written).getTime());

const itemError = expected("the server, a slash and the URI or the name");
const item = z.string({ error: itemError }).regex(/^[^/]+\/./, { error: itemError });

const policyCase = z.strictObject(
  {
    name: z.exactOptional(text),
    principal: text,
    tool: z.exactOptional(text),
    resource: z.exactOptional(item),
    prompt: z.exactOptional(item),
    /** The server is dynamic, and the principal could call one of its tools. */
    dynamic: z.boolean({ error: expected("true or false") }).default(false),
    arguments: free.default({}),
    connection: z.exactOptional(text),
    now: z.exactOptional(moment),
    expect: choice(["allow", "deny"]),
    statement: z.exactOptional(text),
  },
  keysAndValues,
);

const casesSchema = z.strictObject(
  {
    principals: z.record(z.string(), casePrincipal, keysAndValues),
    tools: z.record(z.string(), caseTool, keysAndValues).default({}),
    cases: z.array(policyCase, { error: expected("a list of cases") }),
  },
  keysAndValues,
);

type CasesFile = z.output<typeof casesSchema>;

/** Reads a file of cases. Reports all mistakes at once. */
export function readCases(written: string, file: string): CasesReading {
  const yaml = new YamlText(written);
  if (yaml.value === undefined) {
    return { kind: "invalid", problems: linesOf(file, yaml.flaws) };
  }
  const parsed = casesSchema.safeParse(yaml.value);
  const problems = [
    ...schemaProblems(casesSchema, parsed.error?.issues ?? []),
    ...(parsed.success ? unknownNames(parsed.data) : []),
  ].map((problem) => placed(problem, yaml));
  if (!parsed.success || problems.length > 0 || yaml.flaws.length > 0) {
    return { kind: "invalid", problems: linesOf(file, [...yaml.flaws, ...problems]) };
  }
  return { kind: "cases", cases: toCases(parsed.data) };
}

function* unknownNames({ principals, tools, cases }: CasesFile): Generator<Problem> {
  for (const [index, each] of cases.entries()) {
    yield* unknownName(["cases", index, "principal"], each.principal, Object.keys(principals));
    const { tool: called, resource, prompt } = each;
    if (called !== undefined) {
      yield* unknownName(["cases", index, "tool"], called, Object.keys(tools));
    }
    if ([called, resource, prompt].filter((one) => one !== undefined).length !== 1) {
      const message = "Name one of tool, resource and prompt.";
      yield { path: ["cases", index], part: "value", message };
    }
  }
}

export function* unknownName(
  path: Problem["path"],
  name: string,
  known: readonly string[],
): Generator<Problem> {
  if (known.includes(name)) return;
  const message = `No entry above has this name.${didYouMean(nearest(name, known))}`;
  yield { path, part: "value", message };
}

function toCases(file: CasesFile): readonly PolicyCase[] {
  const principals = new Map(
    Object.entries(file.principals).map(([id, each]) => [id, { id, ...each }] as const),
  );
  const tools = new Map(
    Object.entries(file.tools).map(([name, each]) => [name, toTool(name, each)] as const),
  );
  return file.cases.map((each) => {
    const asks = principals.get(each.principal);
    const about = each.tool === undefined ? toItem(each) : tools.get(each.tool);
    if (asks === undefined || about === undefined) throw new TypeError("a name was let through");
    const { connection, now = 0, statement } = each;
    const asked = { principal: asks, args: each.arguments, now };
    return {
      name: each.name ?? `${each.principal} ${nameOf(each)}`,
      question:
        "contract" in about
          ? { ...asked, tool: about, connection }
          : { ...asked, item: about, method: methods[about.kind], isDynamic: each.dynamic },
      expect: each.expect,
      statement,
    };
  });
}

const methods = { resource: "resources/read", prompt: "prompts/get" } as const;

function nameOf({ tool: called, resource, prompt }: CasesFile["cases"][number]): string {
  return called ?? resource ?? prompt ?? "";
}

function toItem({ resource, prompt }: CasesFile["cases"][number]): PolicyItem {
  const written = resource ?? prompt ?? "";
  const slash = written.indexOf("/");
  return {
    kind: resource === undefined ? "prompt" : "resource",
    server: written.slice(0, slash),
    name: written.slice(slash + 1),
  };
}

export function toTool(publicName: string, given: z.output<typeof caseTool>): PolicyTool {
  const { server, name = publicName, effect, ...terms } = given;
  return { publicName, contract: { server, name, effect, digest: "", terms } };
}
