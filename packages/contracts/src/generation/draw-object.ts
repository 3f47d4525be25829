import { type JsonValue, pointerToken } from "@toolcourt/sdk";
import type { Leaf } from "./layer.ts";
import { chooseNames } from "./member-names.ts";
import { layersOfMember } from "./member-schemas.ts";
import { below, type Scene, type Spot } from "./scene.ts";

export function drawObject(
  scene: Scene,
  leaves: readonly Leaf[],
  spot: Spot,
): JsonValue | undefined {
  const names = chooseNames(scene, leaves, spot);
  if (names.must.length > names.most) return undefined;
  const members: (readonly [string, JsonValue])[] = [];
  for (const name of names.must) {
    const member = drawMember(scene, { leaves, name }, spot);
    if (member === undefined) return undefined;
    members.push([name, member]);
  }
  for (const name of names.may) {
    const member = drawMember(scene, { leaves, name }, spot);
    if (member !== undefined) members.push([name, member]);
  }
  // Built from entries: assignment would set the prototype for the name `__proto__`.
  return members.length < names.least ? undefined : Object.fromEntries(members);
}

interface Member {
  readonly leaves: readonly Leaf[];
  readonly name: string;
}

function drawMember(scene: Scene, { leaves, name }: Member, spot: Spot): JsonValue | undefined {
  return scene.draw(
    scene,
    layersOfMember(leaves, name, scene.patterns),
    below(spot, pointerToken(name)),
  );
}
