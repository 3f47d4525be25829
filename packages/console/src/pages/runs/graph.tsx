import type { JSX } from "preact";
import { segmentsOf } from "../../ui/segments.ts";
import { begin, end, type Layout, layersOf, type Way } from "./layers.ts";
import type { ShownRun, StepState } from "./shapes.ts";
import { stepTones } from "./tags.tsx";
import { runsWords as words } from "./words.ts";

const [boxWidth, boxHeight, gapX, gapY] = [168, 40, 28, 34];
/** Edges that lead back run here. */
const margin = 26;

/** Draws the steps from the begin to the end. The list beside it says the same in words. */
export function Graph({ run }: { readonly run: ShownRun }): JSX.Element {
  const { steps, edges } = run;
  const layout = layersOf(
    steps.map(({ name }) => name),
    edges,
  );
  const { nodes, layers, width, ways } = layout;
  const size = {
    width: margin * 2 + width * boxWidth + (width - 1) * gapX,
    height: 4 + layers * boxHeight + (layers - 1) * gapY,
  };
  const places = placesIn(layout);
  const states = new Map(steps.map(({ name, state }) => [name, state]));
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    // A drawing wider than the page is scrolled by keys too.
    <div
      class="scroll graph"
      tabIndex={0}
      role="img"
      aria-label={words.graphText(steps.length, done)}
    >
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        width={size.width}
        height={size.height}
        aria-hidden="true"
      >
        <Arrow />
        {ways.map((way, index) => (
          <path
            key={index}
            class={`edge edge-${way.edge.kind}`}
            d={way.isBack ? backPath(way, places, size.width) : downPath(way, places)}
            marker-end="url(#arrow)"
          />
        ))}
        {nodes.map(({ name }) => (
          <Box key={name} name={name} place={places.get(name)} state={states.get(name)} />
        ))}
      </svg>
    </div>
  );
}

/** The head of each edge. */
function Arrow(): JSX.Element {
  return (
    <defs>
      <marker
        id="arrow"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto"
      >
        <path class="arrow" d="M0 0l8 4l-8 4z" />
      </marker>
    </defs>
  );
}

/** The upper left corner of a box. */
interface Place {
  readonly x: number;
  readonly y: number;
  /** Whether no box stands on its left. */
  readonly isFirst: boolean;
}

type Places = ReadonlyMap<string, Place>;

/** Layers with fewer nodes stand in the middle. */
function placesIn({ nodes, width }: Layout): Places {
  const rows = Map.groupBy(nodes, ({ layer }) => layer);
  return new Map(
    nodes.map(({ name, layer, at }) => {
      const beside = rows.get(layer)?.length ?? 1;
      const indent = ((width - beside) * (boxWidth + gapX)) / 2;
      const x = margin + indent + at * (boxWidth + gapX);
      return [name, { x, y: 2 + layer * (boxHeight + gapY), isFirst: at === 0 && beside > 1 }];
    }),
  );
}

const nowhere: Place = { x: 0, y: 0, isFirst: false };

/** From below a box to the top of the next, and straight down through free places. */
function downPath({ through }: Way, places: Places): string {
  const points = through.map((name) => places.get(name) ?? nowhere);
  const bend = gapY * 0.6;
  const lines = points.map(({ x, y }, index) => {
    const [middle, bottom] = [x + boxWidth / 2, y + boxHeight];
    if (index === 0) return `M${middle} ${bottom}`;
    const { x: before, y: above } = points[index - 1] ?? nowhere;
    const from = above + boxHeight;
    const curve = `C${before + boxWidth / 2} ${from + bend} ${middle} ${y - bend} ${middle} ${y}`;
    return index === points.length - 1 ? curve : `${curve}V${bottom}`;
  });
  return lines.join("");
}

/** Round the outside, on the side where no box is in between. */
function backPath({ edge }: Way, places: Places, width: number): string {
  const [from, to] = [places.get(edge.from) ?? nowhere, places.get(edge.to) ?? nowhere];
  const side = from.isFirst ? 0 : boxWidth;
  const outside = from.isFirst ? 8 : width - 8;
  const half = boxHeight / 2;
  return `M${from.x + side} ${from.y + half}H${outside}V${to.y + half}H${to.x + side}`;
}

interface BoxProps {
  readonly name: string;
  readonly place: Place | undefined;
  /** Undefined for the begin, the end and free places. */
  readonly state: StepState | undefined;
}

const maxName = 20;

function Box({ name, place, state }: BoxProps): JSX.Element | null {
  if (place === undefined) return null;
  if (state === undefined) return isEnd(name) ? <End name={name} place={place} /> : null;
  const { x, y } = place;
  const [, tone] = stepTones[state];
  return (
    <g class={`node node-${tone}`}>
      <rect x={x} y={y} width={boxWidth} height={boxHeight} rx={6} />
      <text x={x + boxWidth / 2} y={y + 17}>
        {shown(name)}
      </text>
      <text class="node-state" x={x + boxWidth / 2} y={y + 31}>
        {words.stepStates[state]}
      </text>
    </g>
  );
}

function isEnd(name: string): boolean {
  return name === begin || name === end;
}

/** The begin or the end. */
function End({
  name,
  place: { x, y },
}: {
  readonly name: string;
  readonly place: Place;
}): JSX.Element {
  return (
    <g class="node">
      <rect x={x} y={y} width={boxWidth} height={boxHeight} rx={boxHeight / 2} />
      <text x={x + boxWidth / 2} y={y + 24}>
        {name === begin ? words.begin : words.end}
      </text>
    </g>
  );
}

/** Names are in kebab-case, but the store could be written by others. */
function shown(name: string): string {
  const text = segmentsOf(name)
    .map((segment) => segment.text)
    .join("");
  return text.length <= maxName ? text : `${text.slice(0, maxName - 1)}…`;
}
