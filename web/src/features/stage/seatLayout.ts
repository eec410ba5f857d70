// Where does each agent sit? Around the plan, none over another, for as many as there are.

/** The centre of a seat and its size, in percent of the stage's width and height. */
export interface Seat {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Up to how many agents a seat may be how large. */
const SIZES: readonly (readonly [most: number, width: number, height: number])[] = [
  [6, 26, 24],
  [8, 22, 19],
  [10, 19, 16],
];
/** How far, in seats, the first one is from straight above the plan: where the field is left least empty. */
const TURNS: readonly number[] = [0, 0.75, 0.5, 0, 0.5, 0, 0.5];

/** The seats of `count` agents, clockwise; more than ten sit closer. */
export function seatsFor(count: number): Seat[] {
  const [, width, height] = SIZES.find(([most]) => count <= most) ?? closer(count);
  const turn = TURNS[count] ?? 0;
  const angles = Array.from({ length: count }, (_, place) => (2 * Math.PI * (place + turn)) / count);
  const downs = angles.map((angle) => -Math.cos(angle));
  // Where nobody sits straight above or below the plan, those who come nearest move on to the edge.
  const [highest, lowest] = [-Math.min(...downs), Math.max(...downs)].map((most) => (most > 0.1 ? most : 1)) as [number, number];
  return angles.map((angle, place) => {
    const down = downs[place] ?? 0;
    const x = 50 + (50 - width / 2) * Math.sin(angle);
    const y = 50 + (50 - height / 2) * (down / (down > 0 ? lowest : highest));
    return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
  });
}

function closer(count: number): readonly [number, number, number] {
  return [count, (19 * 9) / count, (16 * 9) / count];
}

function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
