import { join } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { type Folder, openFolder } from "../../../packages/testing/src/folder.ts";
import {
  type Arrived,
  type CountingServer,
  openCountingServer,
} from "../../gate/counting-server.ts";
import { reading, sending } from "../../gate/tools.ts";

/** A folder that a gateway is served from, and its server, which outlives every gateway. */
export interface Rig extends AsyncDisposable {
  readonly folder: Folder;
  /** Records every call that reached it, as evidence that it happened. */
  readonly upstream: CountingServer;
  readonly memoryFile: string;
}

export interface RigOptions {
  /** Configuration keys besides the toolbox and the policy. Default: none. */
  readonly config?: JsonObject;
  /** Called when a call has reached the server, before it is answered. Default: none. */
  readonly arrived?: (call: Arrived) => void;
}

/**
 * The server's tools: one per effect, and one that needs approval. All take a text named `city`.
 */
export const tools = { read: "look", write: "note", destroy: "wipe", approved: "pay" } as const;

/** A local tool that needs approval and appends to a file. */
export const memoryTool = "write_memory_entry";

const policy = `version: 1
statements:
  - { id: local-user, effect: allow, kinds: [local], tools: ["*/*"] }
...
`;

export async function openRig({ config = {}, arrived }: RigOptions = {}): Promise<Rig> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(
    await openCountingServer({
      tools: [reading(tools.read), sending(tools.write), destroying(tools.destroy), paying()],
      answer: (call) => {
        arrived?.(call);
        return { content: [], structuredContent: { celsius: 21 }, isError: false };
      },
    }),
  );
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  await folder.write("toolcourt.yaml", JSON.stringify({ ...configFor(upstream.url), ...config }));
  const owned = stack.move();
  return {
    folder,
    upstream,
    memoryFile: join(folder.path, ".claude/memory/progress_log.jsonl"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function destroying(name: string): JsonObject {
  return { ...sending(name), annotations: { readOnlyHint: false, destructiveHint: true } };
}

function paying(): JsonObject {
  return { ...sending(tools.approved) };
}

function configFor(url: string): JsonObject {
  const many = { max_instances: 64 };
  return {
    policy: { file: "policy.yaml" },
    toolbox: {
      max_concurrent: 64,
      local: ["workspace"],
      tools: [
        { name: "hello" },
        { name: "read_repo_file" },
        { name: memoryTool, ...many },
        { name: tools.approved, ...many, approval: "caller" },
        { name: tools.destroy, ...many, approval: "none" },
      ],
      mcps: [
        {
          name: "world",
          url,
          transport: "streamable_http",
          mode: "dynamic",
          default_tool_config: { ...many, timeout: "PT20S" },
        },
      ],
    },
  };
}
