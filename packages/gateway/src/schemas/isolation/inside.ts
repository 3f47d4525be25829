import type { JsonValue } from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import { type Check, compileWithAjv } from "../ajv.ts";
import { createValidate, type Prepared, prepare, type Verdict } from "../checker.ts";
import { compileWithHyperjump } from "../hyperjump.ts";
import type { Job, Reply, Request } from "./protocol.ts";

const mostValidators = 500;

/** What the worker does with requests. It knows no deadline: whoever waits for it ends it. */
export function createInside(): (request: Request) => Promise<Reply> {
  const validators = new LRUCache<string, (value: JsonValue) => Verdict>({ max: mostValidators });

  return async (request) => {
    if (request.kind === "compile") {
      const validate = await compile(request.job);
      if (validate === undefined) return { kind: "failed" };
      validators.set(request.job.key, validate);
      return { kind: "compiled" };
    }
    const validate = validators.get(request.key);
    return validate === undefined ? { kind: "unknown" } : judge(validate, request.value);
  };
}

async function compile({
  schema,
  purpose,
  limits,
}: Job): Promise<((value: JsonValue) => Verdict) | undefined> {
  try {
    const prepared = prepare(schema, purpose, limits);
    return createValidate(prepared, await compileCheck(prepared));
  } catch {
    return undefined;
  }
}

async function compileCheck(prepared: Prepared): Promise<Check> {
  if (prepared.survey.lane === "hyperjump") return compileWithHyperjump(prepared);
  try {
    return compileWithAjv(prepared);
  } catch {
    return compileWithHyperjump(prepared);
  }
}

function judge(validate: (value: JsonValue) => Verdict, value: JsonValue): Reply {
  try {
    const verdict = validate(value);
    if (verdict.kind === "invalid") return verdict;
    return verdict.value === value ? { kind: "valid" } : { kind: "filled", value: verdict.value };
  } catch {
    // A value or a schema that overflows the stack is an answer: it was not found to fit.
    return {
      kind: "invalid",
      issues: [
        {
          pointer: "",
          message: "expected a value that can be checked, got one that nests too deep",
        },
      ],
    };
  }
}
