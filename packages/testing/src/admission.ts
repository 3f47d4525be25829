import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import {
  type Admission,
  admitTools,
  type Toolbox,
} from "@toolcourt/gateway/internal/catalog/admission/admit-tools";
import {
  createConformance,
  type JudgeContract,
} from "@toolcourt/gateway/internal/catalog/admission/conformance";
import type { ServerPolicy } from "@toolcourt/gateway/internal/catalog/tool-config";
import type { JsonValue, Tool } from "@toolcourt/sdk";
import { createFakeClock } from "./fake-clock.ts";

/** A server in a test: its differences from a dynamic one, and its tools. */
export interface TestServer extends Partial<ServerPolicy> {
  readonly name: string;
  /** Absent for an unreachable server. */
  readonly has?: readonly JsonValue[];
}

export interface TestToolbox extends Partial<Omit<Toolbox, "servers">> {
  readonly servers?: readonly TestServer[];
  readonly local?: readonly Tool[];
  readonly lock?: Lock;
}

const clock = createFakeClock();

/** The production judge, with every rule and the real engine. */
export const testJudge: JudgeContract = createConformance({
  engine: createSchemaEngine({ clock }),
  rules: allRules,
  clock,
});

function policyOf({ has: _has, ...differences }: TestServer): ServerPolicy {
  return {
    address: `http://${differences.name}.example/mcp`,
    mode: "dynamic",
    ...(differences.mode === "strict" ? {} : { defaults: { maxInstances: 10, timeoutMs: 30_000 } }),
    profiles: ["core"],
    naming: "bare",
    ...differences,
  };
}

/** Builds the input of a start from a test's description. */
export function admissionInput(given: TestToolbox): Parameters<typeof admitTools>[0] {
  const { servers = [], local = [], lock, ...toolbox } = given;
  return {
    toolbox: {
      toolboxPath: "toolbox",
      tools: [],
      localProfiles: ["core"],
      overlayOf: () => undefined,
      frozen: false,
      ...toolbox,
      servers: servers.map(policyOf),
    },
    local,
    listings: servers.flatMap((server) =>
      server.has === undefined ? [] : [{ policy: policyOf(server), tools: server.has }],
    ),
    lock,
    judge: testJudge,
    now: clock.now(),
  };
}

export interface Started extends Admission {
  /** Log lines in their text form. */
  readonly lines: readonly string[];
}

/** Starts a gateway with a toolbox. */
export async function start(given: TestToolbox): Promise<Started> {
  const admission = await admitTools(admissionInput(given));
  const lines = admission.events.map(
    ({ level, sentence }) => `${level.toUpperCase()}: ${sentence}`,
  );
  return { ...admission, lines };
}
