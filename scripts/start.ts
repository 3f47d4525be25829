import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Story {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const stories: readonly Story[] = [
  {
    file: "examples/check/weather.json",
    before: "A tool with a whole contract: closed schemas, terms, an example.",
    after:
      "Callable: whoever holds this contract knows what goes in, what comes out and what it may do.",
  },
  {
    file: "examples/check/crm.json",
    before:
      "Tools as most servers send them: no output schema, open objects, a key to be typed in.",
    after:
      "A warning refuses nothing, but says what nobody promised. An error refuses every call of that tool.",
  },
  {
    file: "examples/check/poisoned.json",
    before: "Tools that talk to the model behind the reader's back.",
    after:
      "What a person cannot see, a model must not read: hidden characters are an error everywhere.",
  },
];

console.log(
  "Toolcourt judges tools by their contracts. These are the verdicts on three examples.\n",
);
for (const { file, before, after } of stories) {
  console.log(`── ${file}\n${before}\n`);
  const { status } = spawnSync(
    process.execPath,
    ["packages/gateway/bin/toolcourt.js", "check", file],
    { cwd: root, stdio: "inherit" },
  );
  // 1 is what a bad tool deserves; anything else means that nothing was judged.
  if (status !== 0 && status !== 1) process.exit(2);
  console.log(`\n${after}\n`);
}
console.log(`Try next:
  npx toolcourt check examples/check/crm.json --profile agent-hints   the same tools, a stricter profile
  npx toolcourt check examples/check/crm.json --overlays .cache/contracts --fix
                                                                      write overlays for what rules can repair
  npx toolcourt check your-tools-list.json --json                     your own server's answer to tools/list
  npx toolcourt rules                                                 every rule, why it exists, what it accepts`);
