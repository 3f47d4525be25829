import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, RandomIdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import {
  parentOf,
  placeIn,
  type TraceContext,
} from "@toolcourt/contracts/internal/kernel/trace-context";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { type CountSpans, createSpanQueue, type SendSpans } from "./exporter.ts";
import { executeTool, names, ownNames } from "./mcp-names.ts";
import type { OpenSpan, SentRequest, ServedRequest, Tracing } from "./tracing.ts";

export interface TracingOptions extends RecordingOptions {
  readonly serviceName: string;
  readonly send: SendSpans;
  /** Receives the fate of spans. Default: not counted. */
  readonly count?: CountSpans | undefined;
  /** Returns the known address of a server. Default: none. */
  readonly whereIs?: (server: string) => ServerAddress;
}

export interface ServerAddress {
  readonly transport?: "pipe" | "tcp";
  readonly address?: string;
  readonly port?: number;
}

interface RecordingOptions {
  /** Fraction of traces to record, 0 to 1. */
  readonly sample: number;
  /** Whether the sampling flag of callers counts. */
  readonly flags: "ignore" | "follow";
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}

/** Records requests as OpenTelemetry spans. Disposal flushes pending spans. */
export function openTracing(options: TracingOptions): Tracing & AsyncDisposable {
  const ids = createIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      [names.service]: options.serviceName,
      [names.serviceVersion]: version,
    }),
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    spanProcessors: [createSpanQueue(options.send, options.count ?? (() => undefined))],
    spanLimits: { attributeValueLengthLimit: 256 },
  });
  const tracer = provider.getTracer("toolcourt", version);
  const { whereIs = () => ({}) } = options;
  const isRecorded = createIsRecorded(options);
  return {
    served: (request) =>
      isRecorded(request.parent)
        ? ids.during(request.traceId, () => served(tracer, request))
        : undefined,
    sent: (request) =>
      isSampled(request.parent) ? sent(tracer, request, whereIs(request.server)) : undefined,
    [Symbol.asyncDispose]: async () => {
      // The sender has already reported spans that did not arrive.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

/** Creates ids so that a trace starts with the id our logs use. */
function createIds() {
  const random = new RandomIdGenerator();
  let wanted: string | undefined;
  return {
    during: <Made>(traceId: string | undefined, make: () => Made): Made => {
      const bare = traceId?.replaceAll("-", "").toLowerCase();
      wanted = bare !== undefined && /^(?!0{32})[\da-f]{32}$/.test(bare) ? bare : undefined;
      const made = make();
      wanted = undefined;
      return made;
    },
    generateTraceId: () => wanted ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  };
}

function served(tracer: Tracer, request: ServedRequest): OpenSpan {
  const { method, parent, callId, correlationId } = request;
  const attributes: Attributes = {
    [names.method]: method,
    ...(method === "tools/call" && { [names.operation]: executeTool }),
    ...(callId !== undefined && { [ownNames.call]: callId }),
    ...(correlationId !== undefined && { [ownNames.correlation]: correlationId }),
  };
  const context = parent === undefined ? ROOT_CONTEXT : contextAt(parent);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, context);
  return opened(span, { method, state: parent?.tracestate });
}

function sent(tracer: Tracer, request: SentRequest, place: ServerAddress): OpenSpan {
  const { method, target, server, parent } = request;
  const { transport, address, port } = place;
  const attributes: Attributes = {
    [names.method]: method,
    ...(method === "tools/call" && { [names.operation]: executeTool }),
    ...targetOf(method, target),
    [ownNames.server]: server,
    ...(transport !== undefined && { [names.transport]: transport }),
    ...(address !== undefined && { [names.serverAddress]: address }),
    ...(port !== undefined && { [names.serverPort]: port }),
  };
  const options = { kind: SpanKind.CLIENT, attributes };
  const span = tracer.startSpan(nameOf(method, target), options, contextAt(parent));
  return opened(span, { method, state: parent.tracestate });
}

/** Creates a parent context. Always sampled, because the sampling decision is made earlier. */
function contextAt({ traceparent }: TraceContext): Context {
  const place = placeIn(traceparent);
  if (place === undefined) return ROOT_CONTEXT;
  const { traceId, spanId } = place;
  const traceFlags = TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

interface Opening {
  readonly method: string;
  /** The vendors' trace state, passed on unchanged. */
  readonly state: string | undefined;
}

function opened(span: Span, { method, state }: Opening): OpenSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    context: {
      traceparent: parentOf({ traceId, spanId, isSampled: true }),
      ...(state !== undefined && { tracestate: state }),
    },
    end: ({ target, error, status }) => {
      if (target !== undefined) {
        span.updateName(nameOf(method, target));
        span.setAttributes(targetOf(method, target));
      }
      if (error !== undefined) {
        span.setAttribute(names.error, error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      if (status !== undefined) span.setAttribute(names.status, String(status));
      span.end();
    },
  };
}

/**
 * Returns the target's attributes. Omits resource URIs: their untrusted text may contain anything.
 */
function targetOf(method: string, target: string): Attributes {
  if (target === "") return {};
  return { [method === "prompts/get" ? names.prompt : names.tool]: target };
}

/**
 * OpenTelemetry truncates attribute values but not span names, and a server may give its tools any
 * name.
 */
const maxTargetLength = 200;

function nameOf(method: string, target: string): string {
  return target === "" ? method : `${method} ${target.slice(0, maxTargetLength)}`;
}

/**
 * Samples requests by our own random numbers. Sampling by trace id would let the caller choose to
 * be recorded always or never.
 */
function createIsRecorded({
  sample,
  flags,
  random,
}: RecordingOptions): (parent: TraceContext | undefined) => boolean {
  return (parent) =>
    parent === undefined || flags === "ignore" ? random() < sample : isSampled(parent);
}

/** Returns the decision made for the incoming request, which its outgoing requests share. */
function isSampled({ traceparent }: TraceContext): boolean {
  return placeIn(traceparent)?.isSampled === true;
}
