import { toMcpTool } from "@toolcourt/sdk";
import { getCard, reviewCard } from "../cards/tools.ts";

// What a server with these tools would answer to `tools/list`. Pipe it into `toolcourt check -`.
const tools = [getCard, reviewCard].map(({ contract }) => toMcpTool(contract));
console.log(JSON.stringify({ tools }, undefined, 2));
