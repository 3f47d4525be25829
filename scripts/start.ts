import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// Until there is a gateway to start, this shows what it will refuse, and why.

const root = fileURLToPath(new URL("..", import.meta.url));

interface Story {
  readonly title: string;
  readonly before: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly after: string;
}

const stories: readonly Story[] = [
  {
    title: "examples/check/weather.json",
    before: "A tool with a whole contract: closed schemas, terms, an example.",
    args: ["examples/check/weather.json"],
    after:
      "Callable: whoever holds this contract knows what goes in, what comes out, what it may do.",
  },
  {
    title: "examples/cards",
    before: "Two tools written with @toolcourt/sdk, judged by the stricter profile agent-hints.",
    args: ["-", "--server", "cards", "--profile", "agent-hints"],
    input: node(["--conditions=@toolcourt/source", "examples/check/list-cards.ts"]),
    after: "With defineTool the contract follows from the code, so there is little left to find.",
  },
  {
    title: "examples/check/crm.json",
    before:
      "Tools as most servers send them: no output schema, open objects, a key to be typed in.",
    args: ["examples/check/crm.json"],
    after:
      "An error refuses every call of that tool until its author or an overlay repairs it. A warning refuses nothing.",
  },
  {
    title: "examples/check/poisoned.json",
    before: "Tools that talk to the model behind the reader's back.",
    args: ["examples/check/poisoned.json"],
    after:
      "Hidden characters are an error: what a person cannot see, a model must not read. Words that give orders are a warning: a person decides.",
  },
];

console.log(
  "Toolcourt judges tools by their contracts. Here are its verdicts on a few examples.\n",
);
for (const { title, before, args, input, after } of stories) {
  console.log(`── ${title}\n${before}\n`);
  check(args, input);
  console.log(`\n${after}\n`);
}
console.log(`Try next:
  npx toolcourt check your-tools-list.json      your own server's answer to tools/list
  npx toolcourt check examples/check/crm.json --profile agent-hints
                                                the same tools by a stricter profile
  npx toolcourt check examples/check/crm.json --overlays .cache/contracts --fix
                                                write overlays for what rules can repair
  npx toolcourt rules                           every rule, why it exists, what it accepts`);

/** Prints what a script prints to whoever needs it. */
function node(args: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) process.exit(2);
  return stdout;
}

function check(args: readonly string[], input = ""): void {
  const { status } = spawnSync(
    process.execPath,
    ["packages/gateway/bin/toolcourt.js", "check", ...args],
    { cwd: root, input, stdio: ["pipe", "inherit", "inherit"] },
  );
  // 1 is what a bad tool deserves; anything else means that nothing was judged.
  if (status !== 0 && status !== 1) process.exit(2);
}
