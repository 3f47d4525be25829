import { join } from "node:path";
import { overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { changeFor, isRepairable } from "@toolcourt/contracts/internal/judge/repairable-rules";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type {
  Explained,
  Explanation,
} from "@toolcourt/gateway/internal/compose/explain/explanation";
import { overlayFolder } from "@toolcourt/gateway/internal/compose/load-overlays";
import { clauseNames, textModes } from "@toolcourt/gateway/internal/pipeline/clause-counters";
import type { Terminal } from "../../command.ts";
import { originText } from "../../style.ts";
import { suggested } from "../../suggest.ts";

/** Formats an explanation for people, one fact per line. */
export function explanationText(
  explanation: Explanation,
  terminal: Pick<Terminal, "suggest">,
): string {
  const { settings } = explanation;
  const rows: readonly (readonly [string, string])[] = [
    ["server", serverOf(explanation)],
    ...connectionOf(explanation),
    ["effect", `${explanation.effect} (${explanation.effectBecause})`],
    ...outputOf(explanation),
    ["at a time", explained(settings.maxInstances)],
    ["timeout", explained({ ...settings.timeoutMs, value: `${settings.timeoutMs.value} ms` })],
    ...limitRows(explanation),
    ["approval", approvalOf(explanation)],
    ...grantRows(explanation),
    ...endpointRows(explanation),
    ...stepRows(explanation, terminal),
    ["profile", explanation.profiles.join(", ")],
    ["clauses", clausesOf(explanation)],
    ["hints", explanation.hints],
    ["may ask", explanation.allowedRequests.join(", ") || "nothing"],
    ["lock", lockOf(explanation)],
    ["digest", explanation.digest],
    ...explanation.findings.map(
      ({ severity, rule, pointer, message }) =>
        [severity, `${rule}  ${printable(pointer)}  ${printable(message)}`] as const,
    ),
    ["next", suggested(steps[explanation.state](explanation), terminal)],
  ];
  const lines = rows.map(([title, text]) => `  ${title.padEnd(10)}  ${text}`);
  return [
    `${printable(explanation.tool)}  ${verdicts[explanation.state](explanation)}`,
    ...lines,
  ].join("\n");
}

const makings = {
  "json-text": "made by the gateway of the JSON in its text",
  text: "made by the gateway of its text",
  blocks: "made by the gateway of the kinds of its content",
} satisfies Record<NonNullable<Explanation["result"]>, string>;

function outputOf({ result }: Explanation): readonly (readonly [string, string])[] {
  return result === undefined ? [] : [["output", `${makings[result]} (overlay)`]];
}

const verdicts = {
  callable: () => "callable",
  nonconformant: () => "held: it breaks a rule",
  drifted: ({ difference }) =>
    `held: its contract is not the one in the lock, and the difference is ${difference ?? "not known"}`,
  withdrawn: () => "held: its approval was withdrawn",
  "not-admitted": () => "held: it is not admitted",
  unreviewed: () => "held: its text speaks to the model, and no person has approved it",
  "name-taken": ({ wants }) =>
    `held: its name ${printable(wants?.name ?? "")} belongs to ${wants?.owner === "local" ? "a local tool" : `server ${printable(wants?.owner ?? "")}`}`,
  removed: () => "held: its removal date has passed",
} satisfies Record<Explanation["state"], (explanation: Explanation) => string>;

function serverOf({ home, server, name, address = "", mode }: Explanation): string {
  if (home === "local") return "none: a local tool";
  return `${printable(server)} (${mode ?? "strict"}, ${printable(address)}), where it is called ${printable(name)}`;
}

function connectionOf({ connection }: Explanation): readonly (readonly [string, string])[] {
  if (connection === undefined) return [];
  if (connection.kind === "named") return [["over", `connection ${printable(connection.name)}`]];
  const text = connection.kind === "argument" ? "the connection that a caller names" : "HTTP alone";
  return [["over", connection.kind === "none" ? `${text}, without a credential` : text]];
}

function grantRows({ grants = [] }: Explanation): readonly (readonly [string, string])[] {
  return grants.map(({ id, principal, tenant, left, expiresAt, isCurrent }) => {
    const whose = `${printable(principal)}${tenant === null ? "" : ` of ${printable(tenant)}`}`;
    const covers = isCurrent ? `${left} uses left` : "void: the contract has changed";
    return ["grant", `${id} for ${whose}, ${covers}, until ${expiresAt}`];
  });
}

function endpointRows({ endpoints }: Explanation): readonly (readonly [string, string])[] {
  if (endpoints === undefined) return [];
  if (endpoints.length === 0) return [["endpoint", "none offers it"]];
  return endpoints.map(({ name, path, tool }) => [
    "endpoint",
    `${printable(name)} (${path}), as ${printable(tool)}`,
  ]);
}

const stepStates = {
  callable: "may be called",
  held: "is held: see",
  unknown: "is not there, and a call of it is refused",
  stronger: "has a stronger effect than this tool, and a call of it is refused",
} satisfies Record<NonNullable<Explanation["steps"]>[number]["state"], string>;

function stepRows(
  { steps = [] }: Explanation,
  terminal: Pick<Terminal, "suggest">,
): readonly (readonly [string, string])[] {
  return steps.map(({ tool, state }) => {
    const see = state === "held" ? ` ${suggested(commandFor("explain", tool), terminal)}` : "";
    return ["step", `${printable(tool)} ${stepStates[state]}${see}`];
  });
}

function explained({ value, from }: Explained<number | string>): string {
  return `${value} (${sourceOf(from)})`;
}

function sourceOf(from: Explained<unknown>["from"]): string {
  if (from.kind === "undeclared") return "its effects are not declared";
  if (from.kind === "policy") return `limit ${from.limit} of ${printable(from.file)}`;
  return from.kind === "contract" ? "its contract" : originText(from);
}

/** Rows for what the policy caps: for all callers with its source, then for some of them. */
function limitRows({ settings, limits = [] }: Explanation): readonly (readonly [string, string])[] {
  const { retries, resultBytes } = settings;
  const forAll: readonly (readonly [string, string])[] = [
    ...(retries ? [["retries", explained(retries)] as const] : []),
    ...(resultBytes
      ? [["result", explained({ ...resultBytes, value: `${resultBytes.value} bytes` })] as const]
      : []),
  ];
  return [
    ...forAll,
    ...limits.map(({ limit, file, timeoutMs, retries: most, resultBytes: bytes }) => {
      const said = [
        timeoutMs === undefined ? [] : `timeout ${timeoutMs} ms`,
        most === undefined ? [] : `retries ${most}`,
        bytes === undefined ? [] : `result ${bytes} bytes`,
      ].flat();
      return [
        "limit",
        `at most ${said.join(", ")} for some callers (${limit} of ${printable(file)})`,
      ] as const;
    }),
  ];
}

function approvalOf({ server, name, settings: { approval } }: Explanation): string {
  if (approval.from.kind === "undeclared") {
    const steps = overlaySteps(server, name);
    const overlay = steps && ` in ${printable(join(overlayFolder, ...steps))}`;
    return `${explained(approval)}; declare the effect${overlay ?? ""}, or set approval: none for it`;
  }
  const refused = approval.value === "none" ? "" : "; a call is refused until it is given";
  return `${explained(approval)}${refused}`;
}

/** Groups clauses by mode: `enforce: input, output; observe: text-agrees`. */
function clausesOf({ clauses }: Explanation): string {
  return textModes
    .toReversed()
    .map((mode) => ({ mode, names: clauseNames.filter((name) => clauses[name] === mode) }))
    .filter(({ names }) => names.length > 0)
    .map(({ mode, names }) => `${mode}: ${names.join(", ")}`)
    .join("; ");
}

function lockOf({ lock, approved, state }: Explanation): string {
  if (lock === "none") return "not needed for a local tool";
  if (approved === undefined) {
    return state === "unreviewed"
      ? "not in the lock until it is approved"
      : "not in the lock yet; the next start adds it if it conforms";
  }
  const by = `${printable(approved.at)} (${printable(approved.by)})`;
  return lock === "same" ? `as approved ${by}` : `differs from what was approved ${by}`;
}

function brokenIn({ findings }: Explanation): readonly string[] {
  return findings.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
}

/** Undefined if `adopt` does not repair everything. */
function adopting(explanation: Explanation): string | undefined {
  const { server, repair } = explanation;
  if (brokenIn(explanation).join(" ") === "output/present" && isPlain(server)) {
    return `toolcourt adopt ${server}, which writes the missing parts for your review`;
  }
  return repair && `${repair}, which writes an overlay for your review`;
}

function changing(explanation: Explanation): string {
  const { server, name } = explanation;
  const broken = brokenIn(explanation);
  const rule = broken.find((each) => !isRepairable(each)) ?? broken[0];
  if (rule === undefined) return "toolcourt rules";
  const change = changeFor(rule);
  if (change !== undefined) return `toolcourt rules ${rule}; ${change}`;
  const overlay = overlaySteps(server, name);
  const file = overlay && printable(join(overlayFolder, ...overlay));
  return `toolcourt rules ${rule}${file === undefined ? "" : `, then add what is missing in ${file}`}`;
}

/** The next step for an explained tool. */
const steps = {
  callable: ({ tool }) => commandFor("call", tool),
  nonconformant: (explanation) => adopting(explanation) ?? changing(explanation),
  drifted: () => "toolcourt lock, which shows what differs and approves it",
  withdrawn: () => "toolcourt lock, which shows it and approves it again",
  "not-admitted": () => "list it under tools in the configuration and start again",
  unreviewed: ({ server, name }) => {
    const tool = `${server}/${name}`;
    const named = isPlain(tool) ? ` ${tool}` : "";
    return `toolcourt lock --approve${named}, once you have read its text; then toolcourt reload`;
  },
  "name-taken": ({ server, name }) =>
    isPlain(`${server}/${name}`)
      ? `toolcourt lock --approve ${server}/${name}, which gives it the name; or set naming: qualified for its server`
      : "set naming: qualified for its server and start again",
  removed: ({ replacement }) =>
    replacement === undefined
      ? "ask the operator of the server for a replacement"
      : `${commandFor("call", replacement)}, which replaces it`,
} satisfies Record<Explanation["state"], (explanation: Explanation) => string>;

/** Returns a command over a tool, or its help if the name is not safe in a shell. */
function commandFor(command: "call" | "explain", tool: string): string {
  return `toolcourt ${command} ${isPlain(tool) ? tool : "--help"}`;
}

/** Reports whether a name is safe in a shell command. */
function isPlain(tool: string): boolean {
  return /^\w[\w./-]*$/.test(tool);
}
