import type { JsonObject, Message } from "@bufbuild/protobuf";
import {
  fileDesc,
  type GenFile,
  type GenMessage,
  type GenService,
  messageDesc,
  serviceDesc,
} from "@bufbuild/protobuf/codegenv2";
import { file_google_protobuf_struct } from "@bufbuild/protobuf/wkt";

// The messages of ExtMcp, the protocol by which agentgateway asks about the MCP requests it passes
// on. `definition.test.ts` compares every field with the official definition.

/** A header of the proxied request. */
interface McpHeader {
  readonly key: string;
  readonly value: Uint8Array;
}

export type McpRequest = Message<"agentgateway.dev.ext_mcp.McpRequest"> & {
  readonly serviceNames: readonly string[];
  readonly method: string;
  readonly metadataContext?: JsonObject;
  /** The JSON of `params`. Default: the method has none. */
  readonly mcpRequest?: Uint8Array;
  readonly headers: readonly McpHeader[];
};

export type McpResponse = Message<"agentgateway.dev.ext_mcp.McpResponse"> & {
  readonly serviceNames: readonly string[];
  readonly method: string;
  readonly metadataContext?: JsonObject;
  /** The JSON of `result`. */
  readonly mcpResponse: Uint8Array;
};

/** Codes of `AuthorizationError`. */
export const refusalCodes = {
  unknown: 0,
  "permission-denied": 1,
  "resource-exhausted": 2,
  invalid: 3,
} as const;

export interface AuthorizationError {
  readonly code: (typeof refusalCodes)[keyof typeof refusalCodes];
  readonly reason: string;
  /** The JSON of an error of JSON-RPC. */
  readonly mcpError: Uint8Array<ArrayBuffer>;
}

/** The answer of both checks. */
export type Verdict =
  | { readonly case: "pass"; readonly value: object }
  | { readonly case: "mutated"; readonly value: Uint8Array<ArrayBuffer> }
  | { readonly case: "error"; readonly value: AuthorizationError };

type McpRequestResult = Message<"agentgateway.dev.ext_mcp.McpRequestResult"> & {
  readonly result: Verdict;
  readonly metadata?: JsonObject;
};

type McpResponseResult = Message<"agentgateway.dev.ext_mcp.McpResponseResult"> & {
  readonly result: Verdict;
};

/** The descriptor of the file, in base64: what `protoc` makes of it. */
const descriptor =
  "Cg1leHRfbWNwLnByb3RvEhhhZ2VudGdhdGV3YXkuZGV2LmV4dF9tY3AixgEKCk1jcFJlcXVlc3QSFQoNc2VydmljZV9u" +
  "YW1lcxgBIAMoCRIOCgZtZXRob2QYAiABKAkSMQoQbWV0YWRhdGFfY29udGV4dBgDIAEoCzIXLmdvb2dsZS5wcm90b2J1" +
  "Zi5TdHJ1Y3QSGAoLbWNwX3JlcXVlc3QYBCABKAxIAIgBARI0CgdoZWFkZXJzGAUgAygLMiMuYWdlbnRnYXRld2F5LmRl" +
  "di5leHRfbWNwLk1jcEhlYWRlckIOCgxfbWNwX3JlcXVlc3QifQoLTWNwUmVzcG9uc2USFQoNc2VydmljZV9uYW1lcxgB" +
  "IAMoCRIOCgZtZXRob2QYAiABKAkSMQoQbWV0YWRhdGFfY29udGV4dBgDIAEoCzIXLmdvb2dsZS5wcm90b2J1Zi5TdHJ1" +
  "Y3QSFAoMbWNwX3Jlc3BvbnNlGAQgASgMIowCChBNY3BSZXF1ZXN0UmVzdWx0Ei4KBHBhc3MYASABKAsyHi5hZ2VudGdh" +
  "dGV3YXkuZGV2LmV4dF9tY3AuUGFzc0gAEhEKB211dGF0ZWQYAiABKAxIABI9CgVlcnJvchgDIAEoCzIsLmFnZW50Z2F0" +
  "ZXdheS5kZXYuZXh0X21jcC5BdXRob3JpemF0aW9uRXJyb3JIABJBCg9oZWFkZXJfbXV0YXRpb24YBCABKAsyKC5hZ2Vu" +
  "dGdhdGV3YXkuZGV2LmV4dF9tY3AuSGVhZGVyTXV0YXRpb24SKQoIbWV0YWRhdGEYBSABKAsyFy5nb29nbGUucHJvdG9i" +
  "dWYuU3RydWN0QggKBnJlc3VsdCKfAQoRTWNwUmVzcG9uc2VSZXN1bHQSLgoEcGFzcxgBIAEoCzIeLmFnZW50Z2F0ZXdh" +
  "eS5kZXYuZXh0X21jcC5QYXNzSAASEQoHbXV0YXRlZBgCIAEoDEgAEj0KBWVycm9yGAMgASgLMiwuYWdlbnRnYXRld2F5" +
  "LmRldi5leHRfbWNwLkF1dGhvcml6YXRpb25FcnJvckgAQggKBnJlc3VsdCJSCg5IZWFkZXJNdXRhdGlvbhIwCgNzZXQY" +
  "ASADKAsyIy5hZ2VudGdhdGV3YXkuZGV2LmV4dF9tY3AuTWNwSGVhZGVyEg4KBnJlbW92ZRgCIAMoCSInCglNY3BIZWFk" +
  "ZXISCwoDa2V5GAEgASgJEg0KBXZhbHVlGAIgASgMIgYKBFBhc3Mi3AEKEkF1dGhvcml6YXRpb25FcnJvchI/CgRjb2Rl" +
  "GAEgASgOMjEuYWdlbnRnYXRld2F5LmRldi5leHRfbWNwLkF1dGhvcml6YXRpb25FcnJvci5Db2RlEg4KBnJlYXNvbhgC" +
  "IAEoCRIWCgltY3BfZXJyb3IYAyABKAxIAIgBASJPCgRDb2RlEgsKB1VOS05PV04QABIVChFQRVJNSVNTSU9OX0RFTklF" +
  "RBABEhYKElJFU09VUkNFX0VYSEFVU1RFRBACEgsKB0lOVkFMSUQQA0IMCgpfbWNwX2Vycm9yMs8BCgZFeHRNY3ASYAoM" +
  "Q2hlY2tSZXF1ZXN0EiQuYWdlbnRnYXRld2F5LmRldi5leHRfbWNwLk1jcFJlcXVlc3QaKi5hZ2VudGdhdGV3YXkuZGV2" +
  "LmV4dF9tY3AuTWNwUmVxdWVzdFJlc3VsdBJjCg1DaGVja1Jlc3BvbnNlEiUuYWdlbnRnYXRld2F5LmRldi5leHRfbWNw" +
  "Lk1jcFJlc3BvbnNlGisuYWdlbnRnYXRld2F5LmRldi5leHRfbWNwLk1jcFJlc3BvbnNlUmVzdWx0YgZwcm90bzM";

const file: GenFile = fileDesc(descriptor, [file_google_protobuf_struct]);

export const requestSchema: GenMessage<McpRequest> = messageDesc(file, 0);
export const responseSchema: GenMessage<McpResponse> = messageDesc(file, 1);
const requestResultSchema: GenMessage<McpRequestResult> = messageDesc(file, 2);
const responseResultSchema: GenMessage<McpResponseResult> = messageDesc(file, 3);

export const extMcp: GenService<{
  checkRequest: {
    methodKind: "unary";
    input: typeof requestSchema;
    output: typeof requestResultSchema;
  };
  checkResponse: {
    methodKind: "unary";
    input: typeof responseSchema;
    output: typeof responseResultSchema;
  };
}> = serviceDesc(file, 0);
