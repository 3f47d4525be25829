import { type JsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool, Snapshot } from "./snapshot.ts";

/** The parts of a tool that an endpoint selects by. A draft has them before it is a tool. */
export interface Selectable extends Pick<RegisteredTool, "publicName"> {
  readonly contract: Pick<
    RegisteredTool["contract"],
    "server" | "name" | "effect" | "digest" | "terms"
  >;
}

/** A part of the gateway, with a path of its own. */
export interface Endpoint {
  readonly name: string;
  /** Precedes the names of its tools. Default: the empty text. */
  readonly prefix: string;
  /** The servers whose resources and prompts it offers. */
  readonly servers: ReadonlySet<string>;
  readonly selects: (tool: Selectable) => boolean;
  /** Whether a selected tool keeps what the endpoint demands of its tools. */
  readonly accepts: (tool: RegisteredTool) => boolean;
}

/** What the gateway does under the names of its endpoints. */
export interface EndpointNames {
  /** Returns the public name of an offered tool, held or not. Undefined for any other name. */
  readonly publicName: (endpoint: string, exposed: string) => string | undefined;
  /** Returns the name that a selected draft would have. Undefined for any other name. */
  readonly draftName: (endpoint: string, exposed: string) => string | undefined;
  readonly selects: (endpoint: string, tool: Selectable) => boolean;
  /** Whether an endpoint offers the tool of a public name. */
  readonly offers: (endpoint: string, publicName: string) => boolean;
}

/** The tools of each endpoint, by public name. They depend on the snapshot alone. */
export class Endpoints implements EndpointNames {
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #current: () => Snapshot;
  readonly #offered = new WeakMap<Snapshot, Map<string, ReadonlyMap<string, RegisteredTool>>>();
  readonly #versions = new WeakMap<ReadonlyMap<string, RegisteredTool>, string>();
  readonly #parts = new Map<string, WeakMap<readonly JsonObject[], Part>>();

  constructor(endpoints: readonly Endpoint[], current: () => Snapshot) {
    this.#endpoints = new Map(endpoints.map((each) => [each.name, each]));
    this.#current = current;
  }

  /** Returns the tools that an endpoint offers, held or not. A snapshot is looked at once. */
  offered(name: string): ReadonlyMap<string, RegisteredTool> {
    const snapshot = this.#current();
    const known =
      this.#offered.get(snapshot) ?? new Map<string, ReadonlyMap<string, RegisteredTool>>();
    this.#offered.set(snapshot, known);
    const tools = known.get(name) ?? offeredBy(this.#endpoints.get(name), snapshot);
    known.set(name, tools);
    return tools;
  }

  /** Returns a text that changes when the tools of an endpoint do. */
  versionOf(name: string): string {
    const tools = this.offered(name);
    const known = this.#versions.get(tools);
    if (known !== undefined) return known;
    const version = JSON.stringify(
      [...tools].map(([tool, { contract, hold }]) => [tool, contract.digest, hold?.kind ?? ""]),
    );
    this.#versions.set(tools, version);
    return version;
  }

  readonly publicName = (endpoint: string, exposed: string): string | undefined => {
    const name = this.#unprefixed(endpoint, exposed);
    return name !== undefined && this.offered(endpoint).has(name) ? name : undefined;
  };

  readonly draftName = (endpoint: string, exposed: string): string | undefined => {
    const name = this.#unprefixed(endpoint, exposed);
    return name === undefined || this.#current().tools.has(name) ? undefined : name;
  };

  readonly selects = (endpoint: string, tool: Selectable): boolean =>
    this.#endpoints.get(endpoint)?.selects(tool) === true;

  /** The names of all endpoints, in the order of the configuration. */
  get names(): readonly string[] {
    return [...this.#endpoints.keys()];
  }

  /** Returns the names of the endpoints that offer a tool, in the order of the configuration. */
  readonly of = (tool: Pick<RegisteredTool, "publicName">): readonly string[] =>
    [...this.#endpoints.keys()].filter((name) => this.offered(name).has(tool.publicName));

  readonly prefixOf = (name: string): string => this.#endpoints.get(name)?.prefix ?? "";

  readonly serversOf = (name: string): ReadonlySet<string> =>
    this.#endpoints.get(name)?.servers ?? none;

  readonly offers = (endpoint: string, publicName: string): boolean =>
    this.offered(endpoint).has(publicName);

  /** Returns the part of a list that an endpoint offers, under the names that its callers use. */
  readonly listed = (name: string, tools: readonly JsonObject[]): readonly JsonObject[] =>
    this.#partOf(name, tools).exposed;

  /** Returns the part of a list that an endpoint offers, under public names. */
  readonly among = (name: string, tools: readonly JsonObject[]): readonly JsonObject[] =>
    this.#partOf(name, tools).plain;

  /** The same list gives the same part, so that prepared data is reused. */
  #partOf(name: string, tools: readonly JsonObject[]): Part {
    const parts = this.#parts.get(name) ?? new WeakMap<readonly JsonObject[], Part>();
    this.#parts.set(name, parts);
    const known = parts.get(tools);
    if (known !== undefined) return known;
    const offered = this.offered(name);
    const plain = tools.filter((tool) => offered.has(nameIn(tool)));
    const prefix = this.prefixOf(name);
    const exposed =
      prefix === "" ? plain : plain.map((tool) => ({ ...tool, name: prefix + nameIn(tool) }));
    const part = { plain, exposed };
    parts.set(tools, part);
    return part;
  }

  #unprefixed(endpoint: string, exposed: string): string | undefined {
    const found = this.#endpoints.get(endpoint);
    if (found === undefined || !exposed.startsWith(found.prefix)) return undefined;
    return exposed.slice(found.prefix.length);
  }
}

/** What an endpoint offers of a list. */
interface Part {
  readonly plain: readonly JsonObject[];
  readonly exposed: readonly JsonObject[];
}

function nameIn(tool: JsonObject): string {
  const name = own(tool, "name");
  return typeof name === "string" ? name : "";
}

const none: ReadonlySet<string> = new Set();

function offeredBy(
  endpoint: Endpoint | undefined,
  { tools }: Snapshot,
): ReadonlyMap<string, RegisteredTool> {
  if (endpoint === undefined) return new Map();
  const { selects, accepts } = endpoint;
  return new Map([...tools].filter(([, tool]) => selects(tool) && accepts(tool)));
}
