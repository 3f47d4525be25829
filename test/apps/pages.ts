import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { uiExtension } from "../../packages/gateway/src/protocol/extensions.ts";
import { reading } from "../gate/tools.ts";
import type { Offered } from "./server.ts";

export const mimeType = "text/html;profile=mcp-app";
export const uri = "ui://card";

/** Returns a page that names its own address, with characters that are removed from other texts. */
export function pageOf(name: string): string {
  return `<!doctype html><script>read("${uri}")</script><p>${name}\u200b\u202E</p>`;
}

export const csp = { connectDomains: ["https://api.example.com"], resourceDomains: [] };
export const ui = { csp, permissions: { camera: {} }, domain: "d-1", prefersBorder: true };

/** Returns a tool whose view has the address of all others. */
export function viewing(name: string, more: JsonObject = {}): JsonObject {
  const tool = reading(name);
  const meta = own(tool, "_meta");
  const view = { resourceUri: uri, visibility: ["model", "app"], ...more };
  return {
    ...tool,
    _meta: { ...(isJsonObject(meta) && meta), ui: view, "ui/resourceUri": uri },
  };
}

export function offering(name: string, more: Partial<Offered> = {}): Offered {
  return {
    extensions: { [uiExtension]: {} },
    tools: [viewing(`get-${name}`)],
    resources: [{ uri, name: "card", mimeType, _meta: { ui } }],
    templates: [{ uriTemplate: "ui://cards/{id}", name: "cards", mimeType }],
    contents: { [uri]: { mimeType, text: pageOf(name), _meta: { ui, other: 1 } } },
    ...more,
  };
}
