/** Stops processes, so that what they do stays unfinished until the function that it returns lets them continue. */
export function hold(pids: readonly number[]): () => void {
  const send = (signal: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended.
      }
    }
  };
  send('SIGSTOP');
  return () => send('SIGCONT');
}
