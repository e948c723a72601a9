import * as vscode from 'vscode';
import { delay } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { withSignal } from './cancellation.ts';
import type { Words } from '../text/words.ts';

export interface ProgressOptions {
  readonly title: Words;
  /** A line in the status bar, or a notification. */
  readonly place: 'statusBar' | 'notification';
  readonly cancellable?: boolean;
}

/** Tells how far the work is; `increment` is a share of 1. */
export type Report = (message: Words, increment?: number) => void;

const locations = {
  statusBar: vscode.ProgressLocation.Window,
  notification: vscode.ProgressLocation.Notification,
} as const;

type Run<T> = (signal: AbortSignal, report: Report) => Promise<T>;

/** What is over by then needs no notification: what came of it is told at once. */
const briefMs = 1000;
/** VS Code leaves a notification of progress on the screen for as long, be the work over or not. */
const shortestMs = 800;

/**
 * Shows that something is going on until `run` has settled; a notification comes only for what takes more than a moment, and
 * has gone when this resolves. The signal aborts when the person cancels.
 */
export async function withProgress<T>(options: ProgressOptions, run: Run<T>): Promise<T> {
  return options.place === 'notification' ? withNotification(options, run) : show(options, run);
}

async function withNotification<T>(options: ProgressOptions, run: Run<T>): Promise<T> {
  const controller = new AbortController();
  let report: Report | undefined;
  let [message, increment]: Parameters<Report> = [options.title];
  const work = run(controller.signal, (next, more) => {
    if (report === undefined) [message, increment] = [next, (increment ?? 0) + (more ?? 0)];
    else report(next, more);
  });
  const over = work.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([over, delay(briefMs, systemClock).then(() => false)]))) {
    await show(options, async (signal, tell) => {
      signal.addEventListener('abort', () => controller.abort());
      report = tell;
      if (increment !== undefined) tell(message, increment);
      await Promise.all([over, delay(shortestMs, systemClock)]);
    });
  }
  return work;
}

async function show<T>({ title, place, cancellable = false }: ProgressOptions, run: Run<T>): Promise<T> {
  const options = { title, cancellable, location: locations[place] };
  return vscode.window.withProgress(options, async (progress, cancellation) =>
    withSignal(cancellation, async (signal) =>
      run(signal, (message, increment) =>
        // Without an increment the bar goes on telling only that something is going on.
        progress.report({ message, ...(increment === undefined ? {} : { increment: increment * 100 }) }),
      ),
    ),
  );
}
