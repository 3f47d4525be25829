import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";

function serverOf(name: string, differences: JsonObject = {}): JsonObject {
  return {
    name,
    address: `https://${name}.example/mcp`,
    mode: "strict",
    profiles: ["core"],
    required: true,
    state: "ready",
    era: "modern",
    since: "2026-11-19T06:30:00.000Z",
    restarts: 0,
    tools: { admitted: 12, withApproval: 3, quarantined: 0 },
    resources: 4,
    templates: 1,
    prompts: 2,
    breaker: { isOpen: false, pausedTools: 0 },
    clauses: [],
    ...differences,
  };
}

const clauses = [
  { clause: "input", mode: "enforce", checked: 1_204, broken: 3 },
  { clause: "output", mode: "enforce", checked: 1_201, broken: 0 },
  { clause: "text-agrees", mode: "observe", checked: 1_201, broken: 64 },
];
const bank = serverOf("bank", { tools: { admitted: 8, withApproval: 2, quarantined: 1 }, clauses });
const hr = serverOf("hr", {
  mode: "dynamic",
  profiles: ["registry"],
  required: false,
  state: "unreachable",
  era: null,
  since: "2026-11-19T07:58:00.000Z",
  restarts: 2,
  because: "the server closed the connection",
  next: "toolcourt explain-error server-unreachable",
  lastError: {
    at: "2026-11-19T07:58:00.000Z",
    because: "the server closed the connection",
    wrote: { source: "stderr", text: "Error: no licence found\n    at main.js:12" },
  },
  tools: { admitted: 0, withApproval: 0, quarantined: 0 },
  resources: 0,
  templates: 0,
  prompts: 0,
  breaker: { isOpen: true, pausedTools: 0 },
});
const office = serverOf("office", { breaker: { isOpen: false, pausedTools: 1 } });

/** The answers about servers of a gateway with some traffic. */
export const serverRoutes: FixtureRoutes = {
  "GET servers": () => ({ body: { servers: [bank, serverOf("github"), office, hr] } }),
  "GET servers/bank": () => ({ body: bank }),
  "GET servers/hr": () => ({ body: hr }),
};

/** Answers in which every foreign text is hostile. */
export function hostileServers(strings: readonly string[]): FixtureRoutes {
  const servers = strings.map((text, index) =>
    serverOf(`${index}${text}`, { because: text, state: "left-out", address: text }),
  );
  const one = "\u{202e}gnp.exe";
  const lastError = {
    at: "2026-11-19T07:58:00.000Z",
    because: one,
    wrote: { source: "stderr", text: strings.join("\n") },
  };
  return {
    "GET servers": () => ({ body: { servers } }),
    "GET servers/hostile": () => ({
      body: serverOf(one, { address: one, because: one, next: one, lastError }),
    }),
  };
}
