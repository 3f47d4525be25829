// The names of the semantic conventions for MCP and generative AI, of which OpenTelemetry's own package
// has no stable constants. A name here is a public promise to dashboards.

export const names = {
  method: "mcp.method.name",
  operation: "gen_ai.operation.name",
  tool: "gen_ai.tool.name",
  prompt: "gen_ai.prompt.name",
  error: "error.type",
  status: "rpc.response.status_code",
  transport: "network.transport",
  serverAddress: "server.address",
  serverPort: "server.port",
  service: "service.name",
  serviceVersion: "service.version",
} as const;

/** Our own, for what the conventions have no word for. */
export const ownNames = {
  call: "toolcourt.call.id",
  correlation: "toolcourt.correlation_id",
  server: "toolcourt.server",
} as const;

/** What a tool that says that it failed is called in `error.type`. */
export const toolError = "tool_error";
export const executeTool = "execute_tool";
