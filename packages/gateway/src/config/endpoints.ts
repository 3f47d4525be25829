import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { didYouMean, expected } from "@toolcourt/contracts/internal/documents/wording";
import { nearest } from "@toolcourt/contracts/internal/kernel/nearest";
import {
  type Effect,
  effects,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  own,
} from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { z } from "zod";
import { reservedNames } from "../catalog/reserved-names.ts";
import { type Discovery, ownDiscovery, searches } from "./discovery.ts";
import { type Entry, entries, isText, problem, toolboxOf } from "./entries.ts";
import { profiles } from "./offering.ts";
import { choice, keysAndValues, listOf, nameOf } from "./pieces.ts";

/** The path of the whole gateway. */
const wholePath = "/mcp";

const pathError = expected("a path such as /mcp/support: letters, digits, -, _, . and ~");
const path = z
  .string({ error: pathError })
  .regex(/^(?=.{2,128}$)(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/, { error: pathError });

const nameError = expected("a name of letters, digits, -, _, . and /, up to 64 characters");
const name = z
  .string({ error: nameError })
  .regex(/^[A-Za-z0-9][\w./-]{0,63}$/, { error: nameError });

const prefixError = expected("letters, digits, -, _ and ., up to 32 characters");
const prefix = z.string({ error: prefixError }).regex(/^[\w.-]{1,32}$/, { error: prefixError });

function someOf<Item extends z.ZodType>(item: Item, what: string): z.ZodArray<Item> {
  return listOf(item, what).min(1, { error: "Name at least one, or leave the key out." });
}

const endpoint = z.strictObject(
  {
    path,
    name: z.exactOptional(name),
    servers: z.exactOptional(someOf(nameOf("the name of a server, or local"), "servers")),
    tools: z.exactOptional(someOf(nameOf("a tool, or server/tool"), "tools")),
    tags: z.exactOptional(someOf(nameOf("a tag"), "tags")),
    effects: z.exactOptional(someOf(choice(effects), "effects")),
    prefix: z.exactOptional(prefix),
    profile: z.exactOptional(profiles),
    discovery: ownDiscovery,
  },
  keysAndValues,
);

/** Parts of the gateway with paths of their own. */
export const endpointsSchema = listOf(endpoint, "endpoints").default([]);

/** Which tools an endpoint offers. An omitted key matches everything, a list one of its items. */
export interface EndpointSelection {
  readonly servers?: readonly string[] | undefined;
  /** Names or patterns of tools, as policies write them. */
  readonly tools?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly effects?: readonly Effect[] | undefined;
}

export interface EndpointConfig extends EndpointSelection {
  readonly name: string;
  readonly path: string;
  /** Precedes the names of its tools. Empty for none. */
  readonly prefix: string;
  /** What its tools must conform to, besides the profiles of their servers. */
  readonly profiles: readonly ProfileName[];
  /** How its callers learn of all its tools. Default: as their servers say. */
  readonly discovery?: Discovery | undefined;
}

export function toEndpoints(file: z.output<typeof endpointsSchema>): readonly EndpointConfig[] {
  return file.map(({ prefix: before = "", profile = [], ...each }) => ({
    ...each,
    name: each.name ?? nameFor(each.path),
    prefix: before,
    profiles: profile,
  }));
}

export function pathsOf(file: z.output<typeof endpointsSchema>): readonly string[] {
  return file.map((each) => each.path);
}

/** Returns the name of an endpoint that has none: `/mcp/support` is `support`. */
function nameFor(at: string): string {
  return at.replace(/^\/(mcp\/(?=.))?/, "").slice(0, 64);
}

const selectors = ["servers", "tools", "tags", "effects"] as const;

export function* endpointsProblems(file: JsonObject): Generator<Problem> {
  const all = entries(file, [], "endpoints");
  yield* pathProblems(all);
  yield* nameProblems(all);
  yield* wholeProblems(file, all);
  const servers = serversIn(file);
  const hasSearch = searches(file);
  for (const each of all) {
    yield* serverProblems(each, servers);
    if (hasSearch) yield* reservedProblems(each);
    if (selectors.every((key) => own(each.value, key) === undefined)) {
      const message = "Say which tools it offers: servers, tools, tags or effects.";
      yield problem(each.path, message);
    }
  }
}

/** A gateway without any path answers no client over HTTP. */
function* wholeProblems(file: JsonObject, all: readonly Entry[]): Generator<Problem> {
  const server = own(file, "server");
  if (!isJsonObject(server) || own(server, "whole_gateway") !== false || all.length > 0) return;
  const message = `Without ${wholePath} no client could connect: add an entry to \`endpoints\`.`;
  yield problem(["server", "whole_gateway"], message);
}

/** First segments of paths that the gateway itself answers, or may answer later. */
const taken = new Set(["admin", "access", "healthz", "readyz", "metrics", ".well-known"]);

function* pathProblems(all: readonly Entry[]): Generator<Problem> {
  const seen = new Set<string>();
  for (const { path: at, value } of all) {
    const given = own(value, "path");
    if (!isText(given)) continue;
    // Some proxies do not tell paths of different case apart.
    const same = given.toLowerCase();
    if (same === wholePath) {
      const message = `${wholePath} is the path of the whole gateway; use another, such as ${wholePath}/support.`;
      yield problem([...at, "path"], message);
    } else if (taken.has(same.split("/")[1] ?? "")) {
      yield problem([...at, "path"], "The gateway uses this path itself; use another.");
    } else if (seen.has(same)) {
      yield problem([...at, "path"], "Another endpoint has the same path.");
    }
    seen.add(same);
  }
}

function* nameProblems(all: readonly Entry[]): Generator<Problem> {
  const seen = new Set<string>();
  for (const { path: at, value } of all) {
    const [given, place] = [own(value, "name"), own(value, "path")];
    if (!isText(place)) continue;
    const called = isText(given) ? given : nameFor(place);
    if (seen.has(called)) {
      const message = "Another endpoint has the same name; give each a `name` of its own.";
      yield problem([...at, isText(given) ? "name" : "path"], message);
    }
    seen.add(called);
  }
}

/** The gateway's own tools have no prefix, and no other tool may get their names by one. */
function* reservedProblems({ path: at, value }: Entry): Generator<Problem> {
  const given = own(value, "prefix");
  const shadowed = isText(given) && [...reservedNames].find((each) => each.startsWith(given));
  if (shadowed === undefined || shadowed === false) return;
  const message = `The name ${shadowed} begins like this, and is the gateway's own; use another.`;
  yield problem([...at, "prefix"], message);
}

function serversIn(file: JsonObject): readonly string[] {
  const { toolbox, path: at } = toolboxOf(file);
  const all = [...entries(toolbox, at, "mcps"), ...entries(toolbox, at, "http")];
  return [...all.map(({ value }) => own(value, "name")).filter(isText), "local"];
}

function* serverProblems({ path: at, value }: Entry, known: readonly string[]): Generator<Problem> {
  const named = own(value, "servers");
  if (!isJsonArray(named)) return;
  for (const [index, each] of named.entries()) {
    if (!isText(each) || known.includes(each)) continue;
    const guess = didYouMean(nearest(each, known));
    const message = `No entry of \`mcps\` or \`http\` has this name, and it is not local.${guess}`;
    yield problem([...at, "servers", index], message);
  }
}
