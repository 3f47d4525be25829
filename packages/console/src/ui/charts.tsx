import type { ComponentChildren, JSX } from "preact";
import { words } from "../words.ts";
import { axisEnd, linesOf, type Minute, shownMinutes } from "./minutes.ts";
import { minuteText } from "./time.tsx";

const width = shownMinutes * 10;

interface FrameProps {
  readonly label: string;
  readonly top: string;
  readonly children: ComponentChildren;
}

/** The area of a chart, with the end of its axis as text. */
function Frame({ label, top, children }: FrameProps): JSX.Element {
  return (
    <figure class="chart">
      <span class="chart-top" aria-hidden="true">
        {top}
      </span>
      <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path class="chart-grid" d={`M0 0.5H${width}M0 50H${width}M0 99.5H${width}`} />
        {children}
      </svg>
      <figcaption aria-hidden="true">
        <span>{words.overview.hourAgo}</span>
        <span>{words.overview.now}</span>
      </figcaption>
    </figure>
  );
}

/** Bars of calls a minute. Refused and failed calls lie at the bottom. */
export function CallsChart({ minutes }: { readonly minutes: readonly Minute[] }): JSX.Element {
  const sum = (key: "count" | "refused" | "failed"): number =>
    minutes.reduce((total, minute) => total + minute[key], 0);
  const end = axisEnd(Math.max(...minutes.map(({ count }) => count)));
  const label = words.overview.chart(sum("count"), sum("refused"), sum("failed"));
  return (
    <Frame label={label} top={String(end)}>
      {minutes.map(({ at, count, refused, failed }, index) => {
        const scale = 100 / end;
        const bad = (refused + failed) * scale;
        const good = Math.max(0, count * scale - bad);
        const x = index * 10 + 1;
        return (
          <g key={at}>
            <rect class="bar-bad" x={x} y={100 - bad} width={8} height={bad} />
            <rect class="bar-good" x={x} y={100 - bad - good} width={8} height={good} />
          </g>
        );
      })}
    </Frame>
  );
}

/** Lines of the median and the 95th percentile. The latter is dashed. */
export function LatencyChart({ minutes }: { readonly minutes: readonly Minute[] }): JSX.Element {
  const highest = Math.max(0, ...minutes.map(({ p95, p50 }) => p95 ?? p50 ?? 0));
  const end = axisEnd(highest);
  return (
    <Frame label={words.overview.latencyChart(words.overview.ms(highest))} top={`${end} ms`}>
      {(["p95", "p50"] as const).flatMap((key) =>
        linesOf(minutes, key, end).map((points) => (
          <polyline key={points} class={`line line-${key}`} points={points} />
        )),
      )}
    </Frame>
  );
}

/** The same figures as a table, for screen readers and for reading exactly. */
export function MinutesTable({ minutes }: { readonly minutes: readonly Minute[] }): JSX.Element {
  const columns = words.overview;
  return (
    <table class="list figures">
      <thead>
        <tr>
          <th scope="col">{columns.minute}</th>
          <th scope="col">{columns.count}</th>
          <th scope="col">{columns.refused}</th>
          <th scope="col">{columns.failed}</th>
          <th scope="col" title={columns.p50Hint}>
            {columns.p50}
          </th>
          <th scope="col" title={columns.p95Hint}>
            {columns.p95}
          </th>
        </tr>
      </thead>
      <tbody>
        {minutes
          .filter(({ count }) => count > 0)
          .toReversed()
          .map((minute) => (
            <MinuteRow key={minute.at} minute={minute} />
          ))}
      </tbody>
    </table>
  );
}

function MinuteRow({ minute }: { readonly minute: Minute }): JSX.Element {
  const { at, count, refused, failed, p50, p95 } = minute;
  return (
    <tr>
      <th scope="row">{minuteText(at)}</th>
      <td>{count}</td>
      <td>{refused}</td>
      <td>{failed}</td>
      <td>{p50 === null ? words.none : words.overview.ms(p50)}</td>
      <td>{p95 === null ? words.none : words.overview.ms(p95)}</td>
    </tr>
  );
}
