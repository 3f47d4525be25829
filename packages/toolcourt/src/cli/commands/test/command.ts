import { type PlannedTool, planTest } from "../../../authoring/probing/plan-test.ts";
import { testServer } from "../../../authoring/probing/test-server.ts";
import { defineCommand, type ExitCode, type Terminal, usage, type Values } from "../../command.ts";
import { type LiveServer, liveServerOf } from "../../live-server.ts";
import { openEngine } from "../../open-engine.ts";
import { testVerdict, whyUncalled } from "../../reports/verdict.ts";
import { openDelivery, openPlanDelivery } from "./deliver.ts";
import { testFlags } from "./flags.ts";
import { openTest, unreachable } from "./prepare.ts";

export const command = defineCommand({
  behindDashes: "[-- command args...]",
  flags: testFlags,
  notes: [
    "The command after -- is started as a stdio server, and restarted whenever it exits.",
    "Only tools whose effect is `read` are called, unless --allow names a class (write, destroy, hinted) or a tool.",
    "Each finding has the smallest input that triggers it, and a command to reproduce it.",
    "Exit 0: no finding of severity error. Exit 1: at least one. Exit 2: could not test, or no tool was called.",
    "For example: toolcourt test --dry-run -- node server.js",
    "For example: toolcourt test --format html --output report.html -- node server.js",
    "For example: toolcourt test --allow hinted --seed 7 http://127.0.0.1:7420/mcp",
  ],

  async run({ values, positionals, behindDashes }, context) {
    const { terminal, folder, clock } = context;
    const format = values.json ? "json" : (values.format ?? "text");
    const live = liveOf(positionals, behindDashes, { values, folder });
    await using engine = openEngine({ clock });
    const options = await openTest(live, { values, engine, context });
    const assertTaken = (error: unknown): never => unreachable(error, live, context);
    const delivery = { format, output: values.output };
    if (values.dryRun) {
      const deliverPlan = await openPlanDelivery(delivery, context);
      const planned = await planTest(options).catch(assertTaken);
      await deliverPlan(planned);
      return exitOfPlan(planned, terminal);
    }
    const deliver = await openDelivery(delivery, context);
    const report = await testServer(options)
      .finally(() => terminal.progress(""))
      .catch(assertTaken);
    await deliver(report);
    return testVerdict(report).exit;
  },
});

/** Returns 2 for a plan without a call: the test would judge nothing. */
function exitOfPlan(planned: readonly PlannedTool[], { err }: Terminal): ExitCode {
  if (planned.some(({ skipped }) => skipped === undefined)) return 0;
  const tools = planned.map(({ skipped, hinted }) => ({
    ...(skipped && { skipped }),
    ...(hinted && { facts: { hinted } }),
  }));
  const { because, next } = whyUncalled(tools);
  err(`The test would judge nothing: ${because}. Next: ${next}`);
  return 2;
}

function liveOf(
  positionals: readonly string[],
  program: readonly string[] | undefined,
  { values, folder }: { readonly values: Values<typeof testFlags>; readonly folder: string },
): LiveServer {
  if (values.server === "") throw usage("Give --server a name.");
  if (program !== undefined && (program[0] ?? "") === "") throw usage("Name a command behind --.");
  const named = [
    ...positionals.map((address) => ({ address })),
    ...(program ? [{ command: program }] : []),
  ];
  const [first, second] = named;
  if (first === undefined || second !== undefined) {
    throw usage("Name the address of one server, or a command behind --.");
  }
  return liveServerOf({ ...first, server: values.server }, folder);
}
