import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import {
  printableJson,
  printableLines,
} from "@toolcourt/gateway/internal/boundary/files/printable";
import { findConfig } from "@toolcourt/gateway/internal/compose/find-config";
import { configFlag, defineCommand, jsonFlag, type Terminal } from "../../command.ts";
import { count, createPaint, indent, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import { lookAtLogin } from "./look-at-login.ts";
import { lookAtPeople } from "./look-at-people.ts";
import { lookAtSandboxes } from "./look-at-sandboxes.ts";
import { lookAtServers } from "./look-at-servers.ts";
import { lookAtCertificate, lookAtFiles, readSetup } from "./look-at-setup.ts";
import { lookAtIssuers, lookAtRedis, lookAtStore } from "./look-at-stores.ts";
import { notLookedAt, type Row, type RowState, type Setup } from "./row.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
  },
  notes: [
    "Looks at the configuration, environment, files, policy, keys, stores, clocks and servers.",
    "Opens the stores and servers like a gateway, and leaves nothing behind.",
    "A check that needs longer than 20 seconds counts as a problem.",
    "Exit 0: no problem. Exit 1: a problem was found. Exit 2: it could not look.",
  ],

  async run({ values }, context) {
    const { terminal } = context;
    const found = await findConfig(values.config, context);
    const { setup, rows, isComplete } = readSetup(found, values.config, context);
    const others = setup === undefined ? [unread] : await lookAtAll(setup, isComplete);
    const all = [...rows, ...others].map((row) => withSuggested(row, terminal));
    terminal.out(values.json ? printableJson({ checks: all }) : rowsText(all, terminal));
    return all.some(({ state }) => state === "problem") ? 1 : 0;
  },
});

const unread = notLookedAt("the rest", "The configuration cannot be used.");

type Look = (setup: Setup) => Promise<readonly Row[]>;

const timeoutMs = 20_000;

/** Runs the checks side by side, each with a time limit. */
async function lookAtAll(setup: Setup, isComplete: boolean): Promise<readonly Row[]> {
  const looks: Readonly<Record<string, Look>> = {
    files: lookAtFiles,
    certificate: lookAtCertificate,
    policy: lookAtPeople,
    store: lookAtStore,
    redis: lookAtRedis,
    issuers: lookAtIssuers,
    "console login": lookAtLogin,
    sandbox: lookAtSandboxes,
    tools: (given) => lookAtServers(given, isComplete),
  };
  const rows = Object.entries(looks).map(([check, look]) => bounded(check, look, setup));
  return (await Promise.all(rows)).flat();
}

async function bounded(check: string, look: Look, setup: Setup): Promise<readonly Row[]> {
  const { clock, signal } = setup.context;
  try {
    return await withTimeout({ clock, ms: timeoutMs, signal }, () => look(setup));
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    const text = `This check did not end within ${timeoutMs / 1_000} s.`;
    return [{ check, state: "problem", text, next: "toolcourt effective" }];
  }
}

function withSuggested(row: Row, terminal: Terminal): Row {
  return row.next === undefined ? row : { ...row, next: suggested(row.next, terminal) };
}

const shown = {
  ok: { word: "ok", style: "green" },
  warning: { word: "warning", style: "yellow" },
  problem: { word: "problem", style: "red" },
  "not-looked-at": { word: "not looked at", style: "dim" },
} as const satisfies Record<RowState, object>;

function rowsText(rows: readonly Row[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  const heads = tableRows(
    rows.map(({ state, check }) => [
      paint(shown[state].style, shown[state].word),
      paint("bold", check),
    ]),
  );
  const width = Math.max(...rows.map(({ check }) => check.length));
  const lines = rows.flatMap(({ check, text, next }, at) => {
    const [first = "", ...more] = printableLines(text).split("\n");
    const head = `${heads[at]}${" ".repeat(width - check.length)}  ${first}`;
    return [head, ...indent([...more, ...(next === undefined ? [] : [`next: ${next}`])], "    ")];
  });
  return [...lines, summaryOf(rows)].join("\n");
}

function summaryOf(rows: readonly Row[]): string {
  const inState = (state: RowState): number => rows.filter((row) => row.state === state).length;
  const [good, warnings, problems] = [inState("ok"), inState("warning"), inState("problem")];
  return `${count(rows.length, "check")}: ${good} ok, ${count(warnings, "warning")}, ${count(problems, "problem")}, ${inState("not-looked-at")} not looked at.`;
}
