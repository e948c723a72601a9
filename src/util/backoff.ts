const firstMs = 1000;
const jitterMs = 500;
const capMs = 60_000;

/**
 * How long to wait before try number `attempt` + 1, in milliseconds: what the server asks for, else 1 s, 2 s, 4 s … up to
 * a minute, each plus 0–500 ms (Recommended client behaviour, 2). `random` gives a number from 0 to below 1.
 */
export function backoffMs(attempt: number, random: () => number, serverAsksMs?: number): number {
  const delayMs = serverAsksMs ?? Math.min(firstMs * 2 ** Math.max(0, attempt - 1), capMs);
  return delayMs + Math.floor(random() * (jitterMs + 1));
}
