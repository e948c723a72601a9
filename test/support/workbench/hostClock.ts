/** The signal that puts an extension host's clock forward (Linux). */
export const forwardSignal = 'SIGUSR2';

/** By how much, in milliseconds: more than our extension waits for anything that is said again and again. */
const stepMs = 150_000;

/** Has the clock by which intervals are measured go forward at the signal, so that nobody waits for minutes to pass. */
export function followForwardSignal(): void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  process.on(forwardSignal, () => {
    ahead += stepMs;
  });
}
