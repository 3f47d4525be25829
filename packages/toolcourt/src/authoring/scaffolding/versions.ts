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
