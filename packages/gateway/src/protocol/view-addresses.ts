import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";

// A view is the page that a client shows for a tool. It has an address of the scheme `ui`.

const scheme = "ui://";

export function isViewUri(uri: string): boolean {
  return uri.startsWith(scheme);
}

/** Returns the address of a tool's view. */
export function viewOf(tool: JsonObject): string | undefined {
  const meta = own(tool, "_meta");
  if (!isJsonObject(meta)) return undefined;
  const ui = own(meta, "ui");
  const uri = (isJsonObject(ui) ? own(ui, "resourceUri") : undefined) ?? own(meta, flatKey);
  return typeof uri === "string" && isViewUri(uri) ? uri : undefined;
}

/** Older servers write the address here. */
const flatKey = "ui/resourceUri";

/** Tells whether a tool is for views alone: then no model may see it. */
export function isForViewsOnly(tool: JsonObject): boolean {
  const meta = own(tool, "_meta");
  const ui = isJsonObject(meta) ? own(meta, "ui") : undefined;
  const visibility = isJsonObject(ui) ? own(ui, "visibility") : undefined;
  return isJsonArray(visibility) && !visibility.includes("model");
}

/** The address of a view, as its server has it. */
export interface ViewAddress {
  readonly server: string;
  readonly uri: string;
}

/**
 * Names the views of all servers. Servers choose addresses by themselves, so two may have the same.
 * With several servers, callers see `ui://<server>/<rest>` for the server's own `ui://<rest>`.
 */
export class ViewAddresses {
  readonly #servers: ReadonlySet<string>;
  /** Whether addresses differ from those of the servers. */
  readonly isNaming: boolean;

  /** Takes the servers that may have views. */
  constructor(servers: Iterable<string>) {
    this.#servers = new Set(servers);
    this.isNaming = this.#servers.size > 1;
  }

  /** Returns the address that callers see. Any other address stays as it is. */
  outward(server: string, uri: string): string {
    if (!this.isNaming || !isViewUri(uri)) return uri;
    return `${scheme}${encodeURIComponent(server)}/${uri.slice(scheme.length)}`;
  }

  /** Returns the server that an address names. Undefined if it names none. */
  inward(uri: string): ViewAddress | undefined {
    if (!this.isNaming || !isViewUri(uri)) return undefined;
    const rest = uri.slice(scheme.length);
    const end = rest.search(/[/?#]|$/);
    const server = this.#serverOf(rest.slice(0, end));
    if (server === undefined) return undefined;
    // A name with nothing behind it can only be an address of the server's own.
    return { server, uri: rest[end] === "/" ? scheme + rest.slice(end + 1) : uri };
  }

  /** Only our own spelling names a server: otherwise an address would have several. */
  #serverOf(authority: string): string | undefined {
    return [...this.#servers].find((server) => encodeURIComponent(server) === authority);
  }

  /** Returns an entry of a list, or a content, with its address as callers see it. */
  inKey(server: string, object: JsonObject, key: string): JsonObject {
    const uri = own(object, key);
    if (typeof uri !== "string") return object;
    const outward = this.outward(server, uri);
    return outward === uri ? object : { ...object, [key]: outward };
  }

  /** Returns a tool whose metadata names its view as callers see it. */
  inTool(server: string, tool: JsonObject): JsonObject {
    const meta = own(tool, "_meta");
    return isJsonObject(meta) ? { ...tool, _meta: this.inMeta(server, meta) } : tool;
  }

  /** Returns metadata that names a view as callers see it. */
  inMeta(server: string, meta: JsonObject): JsonObject {
    const flat = this.inKey(server, meta, flatKey);
    const ui = own(flat, "ui");
    return isJsonObject(ui) ? { ...flat, ui: this.inKey(server, ui, "resourceUri") } : flat;
  }

  /** Returns a block of a result with its address as callers see it. */
  inBlock(server: string, block: JsonObject): JsonObject {
    const type = own(block, "type");
    if (type === "resource_link") return this.inKey(server, block, "uri");
    const resource = type === "resource" ? own(block, "resource") : undefined;
    if (!isJsonObject(resource)) return block;
    return { ...block, resource: this.inKey(server, resource, "uri") };
  }
}

/** Tells whether a block of a result links or embeds a view. */
export function hasView(block: JsonObject): boolean {
  const type = own(block, "type");
  if (type !== "resource_link" && type !== "resource") return false;
  const inner = type === "resource" ? own(block, "resource") : block;
  const uri = isJsonObject(inner) ? own(inner, "uri") : undefined;
  return typeof uri === "string" && isViewUri(uri);
}

/** Tells whether metadata names a view. */
export function namesView(meta: JsonObject): boolean {
  return isJsonObject(own(meta, "ui")) || Object.hasOwn(meta, flatKey);
}
