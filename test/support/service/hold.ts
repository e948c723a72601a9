/** Stops processes until the returned function is called, so that their work stays unfinished. */
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
