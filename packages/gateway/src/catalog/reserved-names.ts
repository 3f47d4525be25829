/** The gateway's own tools where `discovery: search` is on. */
export const searchToolName = "search_tools";
export const callToolName = "call_tool";

/** Names that no server's tool and no local tool gets while they are the gateway's own. */
export const reservedNames: ReadonlySet<string> = new Set([searchToolName, callToolName]);

/** Owns the reserved names, where messages name an owner. */
export const gatewayItself = "toolcourt";
