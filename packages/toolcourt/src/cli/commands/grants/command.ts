import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedGrants } from "@toolcourt/gateway/internal/compose/open-grants";
import type { GiveResult } from "@toolcourt/gateway/internal/governance/grants/give";
import { grantJson } from "@toolcourt/gateway/internal/governance/grants/grant-json";
import { objectionsTo } from "@toolcourt/gateway/internal/governance/grants/objections";
import { grantStates, type StoredGrant } from "@toolcourt/gateway/internal/stores/grant-store";
import {
  type ClosedInput,
  defineActionsCommand,
  type Open,
  type OpenedInput,
} from "../../actions.ts";
import {
  type Command,
  choiceFlag,
  configFlag,
  type ExitCode,
  jsonFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { openToGive } from "./open-to-give.ts";
import { grantList, grantText, leftOutText } from "./text.ts";

const flags = {
  config: configFlag,
  json: jsonFlag,
  tool: textFlag("name", "The name that callers use, or a pattern in which * stands for any text"),
  principal: textFlag("id", "The principal whose calls it covers, by its exact id"),
  tenant: textFlag("name", "The tenant of the principal (default: none)"),
  uses: textFlag("n", "How many calls it covers, 1 to 1000"),
  for: textFlag("duration", "How long, as an ISO 8601 duration of at most 8 hours: PT30M, PT8H"),
  when: textFlag("cel", "A condition over args that each call must meet (default: none)"),
  reason: textFlag("text", "Why it is given"),
  state: choiceFlag("state", grantStates, "List grants in this state (default: active)"),
} as const;

type GrantsInput = OpenedInput<typeof flags, OpenedGrants>;
type GivingInput = ClosedInput<typeof flags, OpenedGrants>;

const needs = "Name the grant by its id.";
const maxListed = 1_000;

export function createGrantsCommand(open: Open<OpenedGrants>, toGive: typeof openToGive): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: list, show <id>, revoke <id>, give <server>. The beginning of an id is enough.",
      "give needs --tool, --principal, --uses, --for and --reason. It connects to the servers.",
      "A grant is bound to the contracts of the tools that fit now.",
      "No grant covers a tool that destroys, or whose own contract demands approval.",
      "Exit 0: done. Exit 1: ended already, or not given. Exit 2: could not be done.",
    ],
    open,
    actions: {
      list: { run: list },
      show: { needs, run: show },
      give: {
        needs: "Name the server, as in the configuration, or local.",
        runClosed: (input) => give(input, toGive),
      },
      revoke: { needs, run: revoke },
    },
  });
}

async function list({ values, opened, context }: GrantsInput): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { state = "active", tenant } = values;
  const found = await opened.grants.list({ state, tenant, max: maxListed });
  terminal.out(values.json ? printableJson(found.map(grantJson)) : grantList(found, clock.now()));
  return 0;
}

async function show(input: GrantsInput): Promise<ExitCode> {
  const { values, context } = input;
  const grant = await find(input);
  const { terminal, clock } = context;
  terminal.out(values.json ? printableJson(grantJson(grant)) : grantText(grant, clock.now()));
  return 0;
}

async function give(input: GivingInput, toGive: typeof openToGive): Promise<ExitCode> {
  const { values, what: server, context } = input;
  const gift = {
    server,
    tool: required(values.tool, "--tool"),
    principal: required(values.principal, "--principal"),
    tenant: values.tenant ?? null,
    uses: usesIn(required(values.uses, "--uses")),
    lasts: required(values.for, "--for"),
    when: values.when,
    reason: required(values.reason, "--reason"),
  };
  await using opened = await toGive(server, values.config, context);
  const result = await opened.grants.give({ ...gift, by: opened.operator });
  return report(input, result);
}

function required(value: string | undefined, flag: string): string {
  if (value === undefined) throw usage(`A grant needs ${flag}.`);
  return value;
}

/** Returns a number that no grant can have if the text is none. */
function usesIn(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

function report({ values, context }: GivingInput, result: GiveResult): ExitCode {
  const { terminal, clock } = context;
  if (result.kind === "given") {
    const { grant, leftOut } = result;
    const json = { ...grantJson(grant), leftOut: leftOut.map((each) => ({ ...each })) };
    const lines = [grantText(grant, clock.now()), ...leftOutText(leftOut)];
    terminal.out(values.json ? printableJson(json) : lines.join("\n"));
    return 0;
  }
  for (const line of refusalLines(result)) terminal.err(line);
  return 1;
}

function refusalLines(result: Exclude<GiveResult, { readonly kind: "given" }>): readonly string[] {
  if (result.kind === "own") return ["Nothing was given: a principal cannot give itself a grant."];
  if (result.kind === "not-permitted") return ["Nothing was given: you may not give grants."];
  const leftOut = result.kind === "no-tool" ? leftOutText(result.leftOut) : [];
  const problems = leftOut.length > 0 ? [] : objectionsTo(result);
  return ["Nothing was given.", ...problems.map((each) => `--${each}`), ...leftOut];
}

async function revoke(input: GrantsInput): Promise<ExitCode> {
  const { values, opened, context } = input;
  const { terminal } = context;
  const { id } = await find(input);
  const result = await opened.grants.revoke(id, { by: opened.operator });
  if (result.kind === "revoked") {
    const { grant } = result;
    const text = `The grant ${id} is revoked after ${grant.used} of ${grant.maxUses} uses.`;
    terminal.out(values.json ? printableJson(grantJson(grant)) : text);
    return 0;
  }
  const state =
    result.kind === "settled"
      ? ` the grant is ${result.state} already.`
      : " there is no such grant.";
  terminal.err(`Nothing was changed:${state}`);
  return 1;
}

/** Finds a grant by id, or by a unique prefix. */
async function find({ what, opened }: GrantsInput): Promise<StoredGrant> {
  const exact = await opened.grants.find(what);
  if (exact !== undefined) return exact;
  const all = await opened.grants.list({ max: maxListed });
  const [only, ...others] = all.filter(({ id }) => id.startsWith(what));
  const shown = printable(cut(what));
  if (only === undefined) throw usage(`There is no grant with the id ${shown}.`);
  if (others.length > 0) throw usage(`Several grants have an id that begins with ${shown}.`);
  return only;
}

export const command = createGrantsCommand(async (...given) => {
  const { openGrants } = await import("@toolcourt/gateway/internal/compose/open-grants");
  return openGrants(...given);
}, openToGive);
