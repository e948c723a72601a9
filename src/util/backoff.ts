/** Retry timing: exponential, with jitter (Recommended client behaviour, 2). */
export const backoff = { firstMs: 1000, jitterMs: 500, capMs: 60_000 } as const;

/**
 * How long to wait before try number `attempt` + 1, in milliseconds: what the server asks for, else 1 s, 2 s, 4 s …,
 * each plus 0–500 ms.
 */
export function backoffMs(attempt: number, random: () => number, serverAsksMs?: number): number {
  if (serverAsksMs !== undefined) return serverAsksMs;
  const grown = Math.min(backoff.firstMs * 2 ** Math.max(0, attempt - 1), backoff.capMs);
  return grown + Math.round(random() * backoff.jitterMs);
}
