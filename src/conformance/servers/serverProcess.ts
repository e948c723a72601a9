import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface StartedProcess {
  readonly baseUrl: URL;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

const startMs = 30_000;
const stopMs = 5000;
const maxErrorChars = 300;

/**
 * Runs a Node script that prints the base URL it serves, and waits for that.
 * @throws Error with what the script wrote to stderr, when it ends instead
 */
export async function startProcess(args: readonly string[], signal: AbortSignal): Promise<StartedProcess> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  // Whatever ends this process, its servers must not go on.
  const killAtExit = (): void => {
    child.kill();
  };
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  try {
    return { baseUrl: await printedUrl(child, signal), stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

async function printedUrl(child: ChildProcess, signal: AbortSignal): Promise<URL> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-maxErrorChars);
  });
  if (child.stdout === null) throw new Error('The server has no output.');
  const patience = AbortSignal.any([signal, AbortSignal.timeout(startMs)]);
  const lines = createInterface({ input: child.stdout, signal: patience });
  for await (const line of lines) {
    const url = /https?:\/\/\S+/.exec(line)?.[0];
    // The rest of its output is read and dropped, so that a full pipe never stops it.
    child.stdout.resume();
    if (url !== undefined) return new URL(url);
  }
  signal.throwIfAborted();
  throw new Error(`The server did not start. ${errors.trim()}`.trim());
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}
