import type { TelemetryFile } from "./telemetry.ts";

/** What is told about the gateway, and to whom. */
export interface TelemetrySettings {
  readonly metrics?: {
    readonly host: string;
    readonly port: number;
    readonly tokenSha256?: string;
  };
}

export function toTelemetry({ metrics }: TelemetryFile): TelemetrySettings {
  return { ...(metrics && { metrics: toPlace(metrics) }) };
}

function toPlace({
  host,
  port,
  token_sha256: tokenSha256,
}: NonNullable<TelemetryFile["metrics"]>): NonNullable<TelemetrySettings["metrics"]> {
  return { host, port, ...(tokenSha256 !== undefined && { tokenSha256 }) };
}
