import type { JSX } from "preact";
import { segmentsOf } from "../../ui/segments.ts";
import { begin, layersOf, type PlacedNode } from "./layers.ts";
import type { Edge, ShownRun, StepState } from "./shapes.ts";
import { stepTones } from "./tags.tsx";
import { runsWords as words } from "./words.ts";

const [boxWidth, boxHeight, gapX, gapY, margin] = [168, 40, 28, 34, 14];

/** Draws the steps from the begin to the end. The list beside it says the same in words. */
export function Graph({ run }: { readonly run: ShownRun }): JSX.Element {
  const { steps, edges } = run;
  const { nodes, layers, width } = layersOf(
    steps.map(({ name }) => name),
    edges,
  );
  const size = {
    width: margin * 2 + width * boxWidth + (width - 1) * gapX + gapX,
    height: margin * 2 + layers * boxHeight + (layers - 1) * gapY,
  };
  const places = new Map(nodes.map((node) => [node.name, placeOf(node, nodes, width)]));
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
        {edges.map((edge, index) => (
          <Line key={index} edge={edge} places={places} edgeOfPage={size.width - 6} />
        ))}
        {nodes.map(({ name }) => (
          <Box key={name} name={name} place={places.get(name)} state={states.get(name)} />
        ))}
      </svg>
    </div>
  );
}

/** The upper left corner of a box. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Layers with fewer nodes stand in the middle. */
function placeOf({ layer, at }: PlacedNode, nodes: readonly PlacedNode[], width: number): Place {
  const beside = nodes.filter((each) => each.layer === layer).length;
  const indent = ((width - beside) * (boxWidth + gapX)) / 2;
  return {
    x: margin + indent + at * (boxWidth + gapX),
    y: margin + layer * (boxHeight + gapY),
  };
}

interface LineProps {
  readonly edge: Edge;
  readonly places: ReadonlyMap<string, Place>;
  /** Where edges that lead back run. */
  readonly edgeOfPage: number;
}

function Line({ edge: { from, to, kind }, places, edgeOfPage }: LineProps): JSX.Element | null {
  const [a, b] = [places.get(from), places.get(to)];
  if (a === undefined || b === undefined) return null;
  const isDown = b.y > a.y;
  const start = { x: a.x + boxWidth / 2, y: a.y + boxHeight };
  const goal = { x: b.x + boxWidth / 2, y: b.y };
  const bend = gapY * 0.6;
  const path = isDown
    ? `M${start.x} ${start.y}C${start.x} ${start.y + bend} ${goal.x} ${goal.y - bend} ${goal.x} ${goal.y}`
    : `M${a.x + boxWidth} ${a.y + boxHeight / 2}H${edgeOfPage}V${b.y + boxHeight / 2}H${b.x + boxWidth}`;
  return <path class={`edge edge-${kind}`} d={path} marker-end="url(#arrow)" />;
}

interface BoxProps {
  readonly name: string;
  readonly place: Place | undefined;
  /** Undefined for the begin and the end. */
  readonly state: StepState | undefined;
}

const maxName = 20;

function Box({ name, place, state }: BoxProps): JSX.Element | null {
  if (place === undefined) return null;
  if (state === undefined) return <End name={name} place={place} />;
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
