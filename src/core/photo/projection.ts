export type Point = readonly [x: number, y: number];
export type Corners = readonly [Point, Point, Point, Point];

/** The mapping of a plane to a picture of it that takes four corners to four others: eight unknowns by elimination. */
export function projection(from: Corners, to: Corners): (x: number, y: number) => Point {
  const rows = from.flatMap(([x, y], corner) => {
    const [u, v] = to[corner] as Point;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let column = 0; column < 8; column++) {
    const best = rows.slice(column).reduce((most, row) => {
      return Math.abs(row[column] ?? 0) > Math.abs(most[column] ?? 0) ? row : most;
    });
    rows.splice(rows.indexOf(best), 1);
    rows.splice(column, 0, best);
    const first = best[column] ?? 1;
    for (let at = 0; at < 9; at++) best[at] = (best[at] ?? 0) / first;
    for (const row of rows) {
      const factor = row[column] ?? 0;
      if (row === best || factor === 0) continue;
      for (let at = 0; at < 9; at++) row[at] = (row[at] ?? 0) - factor * (best[at] ?? 0);
    }
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = rows.map((row) => row[8] ?? 0);
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}
