/** The versions that a new project starts with: those that we are tested with ourselves. */
export const versions = {
  "@modelcontextprotocol/node": "2.1.2",
  "@modelcontextprotocol/server": "2.4.0",
  "@toolcourt/sdk": "0.1.0",
  "@types/node": "24.13.0",
  toolcourt: "0.1.0",
  typescript: "7.0.2",
  zod: "4.6.7",
} as const;

/** The oldest Node that runs what we write. */
export const nodeVersion = "24.15";
