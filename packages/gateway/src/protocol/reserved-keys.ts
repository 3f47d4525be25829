/** The protocol's reserved prefix in metadata. */
export const reserved = "io.modelcontextprotocol/";

/** Keys by which a modern request describes its sender. */
export const versionKey = `${reserved}protocolVersion`;
export const capabilitiesKey = `${reserved}clientCapabilities`;
export const clientInfoKey = `${reserved}clientInfo`;

/** Key of a modern request's wanted log level. */
export const logLevelKey = `${reserved}logLevel`;

/** Key of the server's info in a modern result. */
export const serverInfoKey = `${reserved}serverInfo`;
