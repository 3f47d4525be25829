import { BatchSpanProcessor, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { type CountSpans, createExporter, type SendSpans } from "./exporter.ts";

/** Queued and in flight together. Spans beyond it are dropped: calls wait for no receiver. */
const mostWaiting = 2_048;

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
  const batches = new BatchSpanProcessor({ maxQueueSize: mostWaiting, exporter });
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if (waiting >= mostWaiting) {
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
