// Names of the semantic conventions for MCP and generative AI. OpenTelemetry's package has no
// stable constants for them. Each name is a public promise to dashboards.

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

/** Our own names, where the conventions have none. */
export const ownNames = {
  call: "toolcourt.call.id",
  correlation: "toolcourt.correlation_id",
  server: "toolcourt.server",
} as const;

/** Value of `error.type` for a tool that reports a failure itself. */
export const toolError = "tool_error";
export const executeTool = "execute_tool";
