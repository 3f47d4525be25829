import type { JsonValue } from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import { admissionChecks, admit } from "../admission/admit.ts";
import { type Check, compileWithAjv } from "../ajv.ts";
import {
  createValidate,
  type Prepared,
  prepare,
  tooDeepToCheck,
  type Verdict,
} from "../checker.ts";
import { compileWithHyperjump } from "../hyperjump.ts";
import type { Job, Reply, Request } from "./protocol.ts";

const maxValidators = 500;

/** Handles requests in the worker. Knows no deadline: the waiting side ends the worker. */
export function createWorkerSide(): (request: Request) => Promise<Reply> {
  const validators = new LRUCache<string, (value: JsonValue) => Verdict>({ max: maxValidators });

  const compile = async (job: Job): Promise<Reply> => {
    const checks = admissionChecks.filter(({ id }) => job.checks.includes(id));
    const refusals = admit(job.schema, { checks, limits: job.limits });
    if (refusals.length > 0) return { kind: "refused", refusals };
    const prepared = prepare(job.schema, job.purpose, job.limits);
    validators.set(job.key, createValidate(prepared, await compileCheck(prepared)));
    return { kind: "compiled" };
  };

  return async (request) => {
    if (request.kind === "compile") return compile(request.job).catch(() => ({ kind: "failed" }));
    const validate = validators.get(request.key);
    return validate === undefined ? { kind: "unknown" } : judge(validate, request.text);
  };
}

async function compileCheck(prepared: Prepared): Promise<Check> {
  if (prepared.survey.lane === "hyperjump") return compileWithHyperjump(prepared);
  try {
    return compileWithAjv(prepared);
  } catch {
    return compileWithHyperjump(prepared);
  }
}

function judge(validate: (value: JsonValue) => Verdict, text: string): Reply {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    const value = JSON.parse(text) as JsonValue;
    const verdict = validate(value);
    if (verdict.kind === "invalid") return verdict;
    return verdict.value === value ? { kind: "valid" } : { kind: "filled", value: verdict.value };
  } catch {
    // A stack overflow counts as invalid: the value was not shown to fit.
    return { kind: "invalid", issues: [tooDeepToCheck] };
  }
}
