// Layout of the agents around the plan without overlaps.

/** Centre and size of a seat, in percent of the stage's width and height. */
export interface Seat {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Seat size (percent) by maximum number of agents. */
const SEAT_SIZES: readonly (readonly [most: number, width: number, height: number])[] = [
  [6, 26, 24],
  [8, 22, 19],
  [10, 19, 16],
];
/** Offset of the first seat from the top, in seats, by number of agents; chosen to fill the stage evenly. */
const START_OFFSETS: readonly number[] = [0, 0, 0.5, 0, 0.5, 0, 0.5];

/** Return the seats of `count` agents, clockwise; more than ten get smaller seats. */
export function layoutSeats(count: number): Seat[] {
  const [, width, height] = SEAT_SIZES.find(([max]) => count <= max) ?? getSmallSeat(count);
  const angles = Array.from({ length: count }, (_, index) => getSeatAngle(index, count));
  const cosines = angles.map((angle) => -Math.cos(angle));
  // Stretch the layout so that the topmost and lowest seats touch the edges.
  const [highest, lowest] = [-Math.min(...cosines), Math.max(...cosines)].map((max) => (max > 0.1 ? max : 1)) as [number, number];
  return angles.map((angle, index) => {
    const cosine = cosines[index] ?? 0;
    const x = 50 + (50 - width / 2) * Math.sin(angle);
    const y = 50 + (50 - height / 2) * (cosine / (cosine > 0 ? lowest : highest));
    return { x: roundPercent(x), y: roundPercent(y), width: roundPercent(width), height: roundPercent(height) };
  });
}

/** Return the angle of a seat, clockwise from the top in radians. */
export function getSeatAngle(index: number, count: number): number {
  return (2 * Math.PI * (index + (START_OFFSETS[count] ?? 0))) / count;
}

function getSmallSeat(count: number): readonly [number, number, number] {
  return [count, (19 * 9) / count, (16 * 9) / count];
}

function roundPercent(percent: number): number {
  return Math.round(percent * 100) / 100;
}
