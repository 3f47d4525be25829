import { configText, exportLine, toolsHeading } from "./registration.ts";
import { type NewTool, type ProjectFile, toolFiles } from "./tool-files.ts";

export interface NewServer {
  readonly name: string;
  readonly tool: NewTool;
}

/** Returns all files of a project with one server and one tool. */
export function serverFiles({ name, tool }: NewServer): readonly ProjectFile[] {
  return [
    { path: "package.json", text: packageText(name) },
    { path: "tsconfig.json", text: tsconfigText },
    { path: ".gitignore", text: "node_modules/\n.toolcourt/\n" },
    { path: "toolcourt.yaml", text: configText(name, tool) },
    { path: "server.ts", text: serverText(name) },
    { path: "tools.ts", text: `${toolsHeading}${exportLine(tool)}` },
    ...toolFiles(tool),
    { path: "README.md", text: readmeText(name, tool) },
    { path: ".github/workflows/ci.yml", text: workflowText },
  ];
}

const commands = {
  test: 'node --test "tools/*.test.ts"',
  types: "tsc",
  check: "toolcourt check --profile agent-hints -- node server.ts",
  probe: "toolcourt test -- node server.ts",
  start: "toolcourt serve",
};

function packageText(name: string): string {
  const { toolcourt, typescript, "@types/node": nodeTypes, ...needed } = versions;
  const content = {
    name,
    version: "1.0.0",
    private: true,
    type: "module",
    engines: { node: `>=${nodeVersion}` },
    scripts: commands,
    dependencies: needed,
    devDependencies: { "@types/node": nodeTypes, toolcourt, typescript },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

const tsconfigText = `{
  "compilerOptions": {
    "target": "esnext",
    "lib": ["esnext"],
    "types": ["node"],
    "module": "nodenext",
    "allowImportingTsExtensions": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["*.ts", "tools"]
}
`;

function serverText(name: string): string {
  return `import { serve } from "@toolcourt/sdk/serve";
import * as tools from "./tools.ts";

const all = Object.values(tools);

await serve(all, {
  name: ${JSON.stringify(name)},
  version: "1.0.0",
  // Over standard input there is one caller: the process that started this. A gateway checks permissions itself.
  permissions: all.flatMap(({ contract }) => contract.terms.permissions ?? []),
});
`;
}

function readmeText(name: string, { name: tool }: NewTool): string {
  return `# ${name}

An MCP server. Each tool is a file in \`tools/\` that holds its contract and its handler, with a test beside it and a page in \`docs/\` that has its examples and its safety notes. The first one is [\`${tool}\`](docs/${tool}.md).

## Work on it

Needs Node ${nodeVersion} or newer.

\`\`\`sh
npm install
npm test
npm run types
npm run check
npm run probe
\`\`\`

\`npm run check\` judges the contracts by the rules of the profile \`agent-hints\`; \`npm run probe\` calls the tools that only read with inputs made from their schemas. Another tool is added by \`npx toolcourt new tool <verb-noun>\`.

## Serve it

\`\`\`sh
npx toolcourt lock --approve
npm start
\`\`\`

The first command writes the contracts as they are into \`toolcourt.lock\`: commit it, and a contract that changes will be noticed. The second starts the gateway of \`toolcourt.yaml\`, which starts the server and holds every call to its contract. \`node server.ts\` is the server alone, on standard input and output.
`;
}

const workflowText = `name: ci
on: [push, pull_request]
permissions:
  contents: read
jobs:
  tools:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npm run types
      - run: npm test
      - run: npx toolcourt check --profile agent-hints --max-warnings 0 --format github -- node server.ts
      - run: npx toolcourt test --calls 50 -- node server.ts
      # From the first lock on, no contract changes unseen.
      - run: npx toolcourt lock --check
        if: \${{ hashFiles('toolcourt.lock') != '' }}
`;

/** Dependency versions of a new project: those that we test with ourselves. */
export const versions = {
  "@modelcontextprotocol/node": "2.1.2",
  "@modelcontextprotocol/server": "2.4.0",
  "@toolcourt/sdk": "0.1.0",
  "@types/node": "24.13.0",
  toolcourt: "0.1.0",
  typescript: "7.0.2",
  zod: "4.6.7",
} as const;

/** Oldest Node.js version that runs our code. */
export const nodeVersion = "24.15";
