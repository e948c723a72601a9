/** The signal that puts an extension host's clock forward (Linux). */
export const forwardSignal = 'SIGUSR2';

/** By how much, in milliseconds: more than our extension waits for anything that is said again and again. */
const stepMs = 150_000;

/** Advances the monotonic clock at the signal, so that tests needn't wait for minutes. */
export function followForwardSignal(): void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  process.on(forwardSignal, () => {
    ahead += stepMs;
  });
}
