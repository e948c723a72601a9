import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface StartedProcess {
  readonly baseUrl: URL;
  /** Resolves when the process has ended or was stopped. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const startMs = 120_000;
const stopMs = 5000;
const maxErrorChars = 300;

/**
 * Runs a Node script that prints its base URL, and waits until it does.
 * @throws Error with the script's stderr if the script ends instead
 */
export async function startProcess(args: readonly string[], signal: AbortSignal): Promise<StartedProcess> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  // However this process ends, its servers must end, too.
  const killAtExit = (): void => {
    child.kill();
  };
  process.once('exit', killAtExit);
  const ended = endOf(child).finally(() => process.off('exit', killAtExit));
  const stop = (): Promise<void> => end(child, ended);
  try {
    const baseUrl = await printedUrl(child, signal);
    return { baseUrl, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function printedUrl(child: ChildProcess, signal: AbortSignal): Promise<URL> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-maxErrorChars);
  });
  if (child.stdout === null) throw new Error('The server has no output');
  const patience = AbortSignal.any([signal, AbortSignal.timeout(startMs)]);
  const lines = createInterface({ input: child.stdout, signal: patience });
  for await (const line of lines) {
    const url = /https?:\/\/\S+/.exec(line)?.[0];
    if (url !== undefined) return new URL(url);
  }
  signal.throwIfAborted();
  throw new Error(`The server didn’t start. ${errors.trim()}`.trim());
}

/** Resolves when a process has ended, or could not be started. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill();
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}
