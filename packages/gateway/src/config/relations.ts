import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { didYouMean, type Path } from "@toolcourt/contracts/internal/documents/wording";
import { nearest } from "@toolcourt/contracts/internal/kernel/nearest";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { authorityProblems } from "./authority-relations.ts";
import { egressProblems } from "./egress-relations.ts";
import { doubles, type Entry, entries, problem } from "./entries.ts";
import { hostProblems } from "./host-relations.ts";
import { resultsProblems } from "./results.ts";
import { setProblems } from "./set-relations.ts";
import { telemetryProblems } from "./telemetry-relations.ts";
import { toolboxOf } from "./toolbox-path.ts";
import { type Environment, expandVariables, isVariableName } from "./variables.ts";

// Relations between keys. Checked on the raw values, so that a schema mistake elsewhere hides none
// of them.

export function* relationProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const myai = own(file, "myai");
  if (own(file, "toolbox") !== undefined && myai !== undefined) {
    yield problem(["myai"], "key", "Write the toolbox either below `toolbox` or below `myai`.");
  } else if (own(file, "toolbox") === undefined && myai === undefined) {
    yield problem(["toolbox"], "value", "This is missing; expected keys and values.");
  }
  yield* authorityProblems(file);
  yield* resultsProblems(file);
  yield* telemetryProblems(file, environment);
  yield* egressProblems(file, environment);
  yield* hostProblems(file, environment);
  const { path, toolbox } = toolboxOf(file);
  const servers = entries(toolbox, path, "mcps");
  const sets = entries(toolbox, path, "http");
  yield* doubles(entries(toolbox, path, "tools"), ["name", "server"]);
  yield* doubles([...servers, ...sets], ["name"]);
  yield* unknownServers(entries(toolbox, path, "tools"), [...servers, ...sets]);
  yield* setProblems(sets, file);
  yield* localTwice(toolbox, path);
  for (const server of servers) {
    yield* serverProblems(server);
    yield* transportProblems(server);
    yield* variableProblems(server, environment);
  }
}

function* unknownServers(tools: readonly Entry[], servers: readonly Entry[]): Generator<Problem> {
  const names = servers.map(({ value }) => own(value, "name")).filter(isText);
  for (const { path, value } of tools) {
    const server = own(value, "server");
    if (!isText(server) || names.includes(server)) continue;
    const guess = didYouMean(nearest(server, names));
    yield problem(
      [...path, "server"],
      "value",
      `No entry of \`mcps\` or \`http\` has this name.${guess}`,
    );
  }
}

function* localTwice(toolbox: JsonObject, path: Path): Generator<Problem> {
  const local = own(toolbox, "local");
  if (!isJsonArray(local)) return;
  for (const [index, each] of local.entries()) {
    if (isText(each) && local.indexOf(each) < index) {
      yield problem([...path, "local", index], "value", "This is listed twice; remove one.");
    }
  }
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}

function* serverProblems({ path, value }: Entry): Generator<Problem> {
  const name = own(value, "name");
  if (name === "local") {
    const message = "The name `local` stands for our own tools; choose another.";
    yield problem([...path, "name"], "value", message);
  }
  if (own(value, "tool_allowlist") !== undefined && own(value, "tool_denylist") !== undefined) {
    const message = "Give either tool_allowlist or tool_denylist.";
    yield problem([...path, "tool_denylist"], "key", message);
  }
  if (own(value, "mode") === "dynamic" && (own(value, "default_tool_config") ?? null) === null) {
    const shownName = isText(name) ? JSON.stringify(name).slice(1, -1) : "";
    yield problem(
      path,
      "value",
      `MCP server '${shownName}' is configured with mode='dynamic' but missing required field 'default_tool_config' (default_tool_config is required when mode is 'dynamic')`,
    );
  }
}

const childKeys = ["command", "args", "env", "cwd", "file_hashes"];

function* transportProblems({ path, value }: Entry): Generator<Problem> {
  const transport = own(value, "transport");
  if (!isText(transport) || !["streamable_http", "sse", "stdio"].includes(transport)) return;
  const [needed, useless] = transport === "stdio" ? ["command", ["url"]] : ["url", childKeys];
  if (own(value, needed) === undefined) {
    yield problem([...path, needed], "value", `This is missing; transport ${transport} needs it.`);
  }
  for (const key of useless.filter((each) => own(value, each) !== undefined)) {
    yield problem([...path, key], "key", `This has no meaning for transport ${transport}.`);
  }
}

function* variableProblems({ path, value }: Entry, environment: Environment): Generator<Problem> {
  const given = own(value, "env");
  if (!isJsonObject(given)) return;
  for (const [name, text] of Object.entries(given)) {
    const at = [...path, "env", name];
    if (!isVariableName(name)) {
      yield problem(at, "key", "Name a variable by letters, digits and underscores.");
    }
    const expansion = isText(text) ? expandVariables(text, environment) : undefined;
    if (expansion?.kind === "refused") yield problem(at, "value", expansion.problem);
  }
}
