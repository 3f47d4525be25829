import { openGateway } from "@toolcourt/gateway";
import { getForecast } from "../forecast/get-forecast.ts";

// A program with a gateway inside. Each call passes the gates: contract, policy, limits, audit.

const folder = import.meta.dirname;
await using gateway = await openGateway({ folder, tools: [getForecast] });
await using server = await gateway.listen(0);

const answered = await gateway.callTool({ tool: "get-forecast", arguments: { city: "Geneva" } });
const refused = await gateway.callTool({ tool: "get-forecast", arguments: { town: "Geneva" } });

console.log(`MCP clients connect to ${server.url.pathname}`);
console.log(JSON.stringify(answered["structuredContent"]));
console.log(JSON.stringify(refused["content"]));
