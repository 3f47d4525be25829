import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import {
  BatchSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace";

/** Queued and in flight together. Spans beyond it are dropped: calls wait for no receiver. */
const maxWaiting = 2_048;

/** Sends spans as OTLP in JSON. Rejects if they did not arrive. */
export type SendSpans = (body: Uint8Array) => Promise<void>;

/** Receives the fate of spans. */
export type CountSpans = (fate: "sent" | "lost", spans: number) => void;

const succeeded = { code: 0 } as const;

const failed = { code: 1 } as const;

/**
 * Exports spans through `send`: OpenTelemetry's own exporters would open connections past egress.
 */
function createExporter(send: SendSpans, count: CountSpans): SpanExporter {
  const underWay = new Set<Promise<void>>();
  return {
    export: (spans, report) => {
      const ended = (result: typeof succeeded | typeof failed): void => {
        count(result === succeeded ? "sent" : "lost", spans.length);
        report(result);
      };
      const body = JsonTraceSerializer.serializeRequest(spans);
      if (body === undefined) {
        ended(failed);
        return;
      }
      const sending = send(body).then(
        () => ended(succeeded),
        () => ended(failed),
      );
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    },
    forceFlush: async () => {
      await Promise.all(underWay);
    },
    shutdown: async () => {
      await Promise.all(underWay);
    },
  };
}

/**
 * Queues spans and sends them in batches. OpenTelemetry drops silently, so overflow is counted
 * here.
 */
export function createSpanQueue(send: SendSpans, count: CountSpans): SpanProcessor {
  let waiting = 0;
  const exporter = createExporter(send, (fate, spans) => {
    waiting -= spans;
    count(fate, spans);
  });
  const batches = new BatchSpanProcessor({ maxQueueSize: maxWaiting, exporter });
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if (waiting >= maxWaiting) {
        count("lost", 1);
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
