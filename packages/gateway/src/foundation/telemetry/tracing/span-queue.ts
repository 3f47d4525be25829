import { BatchSpanProcessor, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { type CountSpans, createExporter, type SendSpans } from "./exporter.ts";

/** Waiting and under way together. What comes when there are so many is dropped: calls wait for no receiver. */
const mostWaiting = 2_048;

/** Collects spans and sends them in batches. OpenTelemetry drops in silence, so what is too much is counted here. */
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
