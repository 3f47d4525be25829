import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Base } from "../draft.ts";
import { isBasePath } from "../path-template.ts";
import { textsIn } from "./media-types.ts";
import type { Operation } from "./operation.ts";

/**
 * Returns the base address of an operation. Leaves an unusual address to the operator, with a note.
 */
export function baseOf(operation: Operation): Base {
  const { document, self, note } = operation;
  const stated = document.edition === "2.0" ? oldAddress(document.root) : firstServer(operation);
  const base = readBase(stated);
  if (base !== undefined) return base;
  note({ pointer: self.pointer, message: "The document names no address that could be used." });
  return { path: "" };
}

function firstServer({ document, item, self }: Operation): string {
  const servers = [self.value, item.value, document.root]
    .map((holder) => own(holder, "servers"))
    .find((each) => isJsonArray(each) && each.length > 0);
  const server = isJsonArray(servers) ? servers[0] : undefined;
  if (!isJsonObject(server)) return "/";
  const url = own(server, "url");
  return typeof url === "string" ? filledIn(url, own(server, "variables")) : "/";
}

function filledIn(url: string, variables: JsonValue | undefined): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) ? own(variables, name) : undefined;
    const usual = isJsonObject(variable) ? own(variable, "default") : undefined;
    return typeof usual === "string" ? usual : whole;
  });
}

function oldAddress(root: JsonObject): string {
  const host = own(root, "host");
  const basePath = own(root, "basePath");
  const path = typeof basePath === "string" ? basePath : "/";
  if (typeof host !== "string") return path;
  const schemes = textsIn(own(root, "schemes"));
  const scheme = schemes.length === 0 || schemes.includes("https") ? "https" : schemes[0];
  return `${scheme}://${host}${path.startsWith("/") ? "" : "/"}${path}`;
}

function readBase(stated: string): Base | undefined {
  if (/[{}\\\s]/.test(stated)) return undefined;
  if (/^\/(?!\/)/.test(stated)) return pathOnly(stated);
  const url = /^https?:\/\//i.test(stated) ? URL.parse(stated) : null;
  return url === null ? undefined : behind(url, { origin: url.origin });
}

/** Reports whether an address is free of credentials, query and fragment. */
function isPlain({ username, password, search, hash }: URL): boolean {
  return [username, password, search, hash].every((part) => part === "");
}

// Resolves against a dummy origin to verify that the address stays a path.
function pathOnly(stated: string): Base | undefined {
  const url = URL.parse(stated, "https://origin.invalid");
  return url === null ? undefined : behind(url, {});
}

function behind(url: URL, origin: Pick<Base, "origin">): Base | undefined {
  const path = trimmed(url.pathname);
  return isPlain(url) && isBasePath(path) ? { ...origin, path } : undefined;
}

function trimmed(path: string): string {
  // A double slash would turn the next segment into a host if the path is resolved alone.
  return path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
}
