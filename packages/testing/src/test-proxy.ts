import { join } from "node:path";
import { clone, create, toBinary } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_struct,
} from "@bufbuild/protobuf/wkt";
import { Client, type ClientUnaryCall, credentials, type ServiceError } from "@grpc/grpc-js";
import {
  loadFileDescriptorSetFromBuffer,
  loadSync,
  type MethodDefinition,
  type PackageDefinition,
} from "@grpc/proto-loader";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { extMcp } from "@toolcourt/gateway/internal/edge/ext-mcp/definition";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import type { Certificate } from "./certificate.ts";
import { checksAt, clientOf, keyOf } from "./proxied-world.ts";
import type { Serving } from "./serving.ts";
import { sharedData } from "./shared-data.ts";

// A proxy like agentgateway. It speaks to us by the official definition, where that is at hand, and
// runs tools itself.

const shared = sharedData("ext-mcp", ".proto");
/** Why the official definition is not used. Undefined if it is. */
export const noOfficial = shared.missing;

const options = { keepCase: true, oneofs: true, enums: String } as const;

/** The official definition, or our own in its place. */
export function definition(): PackageDefinition {
  return noOfficial === undefined
    ? loadSync(join(shared.path, "ext_mcp.proto"), options)
    : ownDefinition();
}

export function ownDefinition(): PackageDefinition {
  const ours = clone(FileDescriptorProtoSchema, extMcp.file.proto);
  // The loader prefers these to the names that `keepCase` keeps.
  for (const { field } of ours.messageType) for (const each of field) each.jsonName = "";
  const file = [file_google_protobuf_struct.proto, ours];
  const set = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  return loadFileDescriptorSetFromBuffer(Buffer.from(set), options);
}

export const asAda = bearer("ada");

/** The headers of a proxied request with the key of a caller. */
export function bearer(name: string): Check {
  return { headers: [{ key: "authorization", value: Buffer.from(`Bearer ${keyOf(name)}`) }] };
}

/** The message of a check, as the definition has it. */
export type Check = Readonly<Record<string, unknown>>;

/** The answer to a check. */
export interface Verdict {
  readonly result: "pass" | "mutated" | "error";
  readonly pass?: object;
  readonly mutated?: Buffer;
  readonly error?: { readonly code: string; readonly reason: string; readonly mcp_error: Buffer };
  readonly metadata?: { readonly fields: Record<string, { readonly stringValue: string }> };
}

export interface TestProxy extends Disposable {
  readonly request: (check: Check) => Promise<Verdict>;
  readonly response: (check: Check) => Promise<Verdict>;
  /** Sends bytes in the place of a message. */
  readonly raw: (method: "CheckRequest" | "CheckResponse", bytes: Buffer) => Promise<Verdict>;
  /** Begins a request check, to leave before it is answered. */
  readonly begin: (check: Check) => ClientUnaryCall;
}

/** Connects a proxy with a certificate of the right authority, unless another is given. */
export function connectProxy(
  serving: Pick<Serving, "printed">,
  certificate: Certificate | undefined = clientOf(),
): TestProxy {
  const { port } = checksAt(serving);
  const { key, cert } = certificate;
  const trust = credentials.createSsl(
    Buffer.from(clientOf().ca),
    Buffer.from(key),
    Buffer.from(cert),
  );
  const client = new Client(`localhost:${port}`, trust);
  const service = definition()["agentgateway.dev.ext_mcp.ExtMcp"];
  const methodOf = (name: string): MethodDefinition<object, object> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader does not say which of its definitions are services
    return (service as Record<string, MethodDefinition<object, object>>)[name] as MethodDefinition<
      object,
      object
    >;
  };
  const ask = (name: string, check: Check, serialize = methodOf(name).requestSerialize) =>
    new Promise<Verdict>((resolve_, reject) => {
      const { path, responseDeserialize } = methodOf(name);
      const done = (error: ServiceError | null, verdict?: object) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the definition says of its answers
        error === null ? resolve_(verdict as Verdict) : reject(error);
      client.makeUnaryRequest(
        path,
        serialize,
        responseDeserialize,
        check,
        { deadline: systemClock.now() + 15_000 },
        done,
      );
    });
  return {
    [Symbol.dispose]: () => client.close(),
    request: (check) => ask("CheckRequest", check),
    response: (check) => ask("CheckResponse", check),
    raw: (name, bytes) => ask(name, {}, () => bytes),
    begin: (check) => {
      const { path, requestSerialize, responseDeserialize } = methodOf("CheckRequest");
      return client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        check,
        () => undefined,
      );
    },
  };
}

/** The request check of a call. */
export function callOf(tool: string, args: JsonValue, more: Check = asAda): Check {
  const params = { name: tool, arguments: args };
  return {
    service_names: ["crm"],
    method: "tools/call",
    mcp_request: Buffer.from(JSON.stringify(params)),
    ...more,
  };
}

/** The response check of a call. */
export function responseOf(id: string | undefined, result: JsonValue, more: Check = {}): Check {
  const metadata_context =
    id === undefined ? {} : { fields: { toolcourt_call: { stringValue: id } } };
  return {
    service_names: ["crm"],
    method: "tools/call",
    metadata_context,
    mcp_response: Buffer.from(JSON.stringify(result)),
    ...more,
  };
}

export function idIn({ metadata }: Verdict): string | undefined {
  return metadata?.fields["toolcourt_call"]?.stringValue;
}

export function jsonIn(bytes: Uint8Array | undefined): JsonObject {
  const value = bytes === undefined ? {} : parseJson(Buffer.from(bytes).toString());
  return isJsonObject(value) ? value : {};
}

/** Returns the code of the refusal in an error. */
export function refusalIn({ error }: Verdict): JsonValue | undefined {
  const data = own(jsonIn(error?.mcp_error), "data");
  if (!isJsonObject(data)) return undefined;
  const refusal = own(data, "dev.toolcourt/refusal") ?? data;
  return isJsonObject(refusal) ? own(refusal, "code") : undefined;
}

/** Runs the tool as the proxy would: with the params that we gave it. */
export async function runTool(url: URL, params: JsonObject): Promise<JsonValue> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const answer = parseJson(await (await fetch(url, { method: "POST", body })).text());
  return (isJsonObject(answer) ? own(answer, "result") : undefined) ?? null;
}

export function toolNames(result: JsonObject): readonly JsonValue[] {
  const listed = own(result, "tools") ?? [];
  return isJsonArray(listed)
    ? listed.map((each) => (isJsonObject(each) ? (own(each, "name") ?? "") : ""))
    : [];
}
