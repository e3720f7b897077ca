const firstMs = 15 * 60_000;
const longestMs = 24 * 3_600_000;

/** How long to wait before asking a list's server again after this many failures in a row (Web Risk, request frequency). */
export function backOffMs(failures: number, random: number): number {
  return Math.min(2 ** (failures - 1) * firstMs * (1 + random), longestMs);
}
