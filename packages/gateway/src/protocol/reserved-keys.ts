/** What the protocol keeps to itself in the metadata of a message. */
export const reserved = "io.modelcontextprotocol/";

/** What a modern request says about its sender. */
export const versionKey = `${reserved}protocolVersion`;
export const capabilitiesKey = `${reserved}clientCapabilities`;
export const clientInfoKey = `${reserved}clientInfo`;

/** What else a modern request may want. */
export const logLevelKey = `${reserved}logLevel`;

/** How a modern result is signed. */
export const serverInfoKey = `${reserved}serverInfo`;
