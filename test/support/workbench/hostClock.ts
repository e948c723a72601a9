/** The signal that advances the clock of an extension host (Linux). */
export const forwardSignal = 'SIGUSR2';

/** The advance in milliseconds: longer than any interval at which our extension repeats something. */
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
