import type { Inspector, Printed } from "./inspector.ts";
import { cliTarget, connectionOf, mcpdoTarget, type Place, type Way } from "./ways.ts";

export interface Peers {
  readonly inspector: Inspector;
  readonly place: Place;
  /** A folder exposed by the filesystem server, with a file in it. */
  readonly shown: { readonly folder: string; readonly file: string };
}

/** One capability that an independent client must have over every way. */
export interface Check {
  readonly title: string;
  /** Returns the problem, or undefined on success. */
  readonly run: (way: Way) => Promise<string | undefined>;
}

const versions = { modern: "2026-07-28", legacy: "2025-11-25" } as const;

/** Returns the checks with the Inspector's command, one connection per request. */
export function inspectorChecks({ inspector, place, shown }: Peers): readonly Check[] {
  const ask = (way: Way, method: string, ...args: string[]): Promise<Printed> =>
    inspector.cli([...cliTarget(way, place), "--method", method, ...args]);
  const call = (way: Way, name: string, input: object): Promise<Printed> =>
    ask(way, "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(input));

  return [
    check("initialize", (way) => ask(way, "initialize"), {
      has: ({ era }) => ["toolcourt", versions[era]],
    }),
    check("tools/list", (way) => ask(way, "tools/list"), {
      has: () => ["hello", "get-sum", "list_directory", "read_graph"],
    }),
    check("call a local tool", (way) => call(way, "hello", { name: "Ada" }), {
      has: () => ["Hello, Ada!"],
    }),
    check("call everything", (way) => call(way, "get-sum", { a: 2, b: 3 }), {
      has: () => ["is 5."],
    }),
    check("call filesystem", (way) => call(way, "list_directory", { path: shown.folder }), {
      has: () => [shown.file],
    }),
    check("call memory", (way) => call(way, "read_graph", {}), { has: () => ["entities"] }),
    check("be refused", (way) => call(way, "get-sum", { a: 2 }), {
      code: 5,
      has: () => ["input-invalid"],
    }),
    check("resources/list", (way) => ask(way, "resources/list"), {
      has: () => ["demo://resource/static/document/architecture.md", "test://static-text"],
    }),
    check("prompts/list", (way) => ask(way, "prompts/list"), {
      has: () => ["simple-prompt", "test_simple_prompt"],
    }),
  ];
}

/**
 * Returns the checks with `mcpdo` over one connection, in sequence. They include answering for a
 * person.
 */
export function mcpdoChecks({ inspector, place }: Peers): readonly Check[] {
  const on = (way: Way, ...args: string[]): Promise<Printed> =>
    inspector.mcpdo(["--connection", connectionOf(way), ...args]);

  return [
    check("connect", (way) => inspector.mcpdo(["connect", ...mcpdoTarget(way, place)]), {
      has: ({ era }) => [`"protocolEra": "${era}"`],
    }),
    check("list", (way) => on(way, "tools/list"), { has: () => ["hello", "get-sum"] }),
    check("call", (way) => on(way, "tools/call", "get-sum", "a:=2", "b:=3"), {
      has: () => ["is 5."],
    }),
    check("be refused", (way) => on(way, "tools/call", "get-sum", "a:=2"), {
      code: 5,
      has: () => ["input-invalid"],
    }),
    check("answer a question", (way) => answerFor("Ada", way), { has: () => ["Ada"] }),
  ];

  async function answerFor(name: string, way: Way): Promise<Printed> {
    const asked = await on(way, "tools/call", "test_input_required_result_elicitation");
    const id = /"elicitationId": "([^"]+)"/.exec(asked.json)?.[1];
    return id === undefined ? asked : on(way, "elicitation/respond", id, `name:=${name}`);
  }
}

interface Wanted {
  readonly code?: number;
  readonly has: (way: Way) => readonly string[];
}

function check(title: string, ask: (way: Way) => Promise<Printed>, wanted: Wanted): Check {
  return {
    title,
    run: async (way) => {
      const { code, json, complaints } = await ask(way);
      const missing = wanted.has(way).filter((text) => !json.includes(text));
      if (code === (wanted.code ?? 0) && missing.length === 0) return undefined;
      return `exit ${code}, without ${missing.join(", ") || "nothing"}: ${json}${complaints}`;
    },
  };
}
