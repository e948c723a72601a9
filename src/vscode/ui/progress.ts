import * as vscode from 'vscode';
import { delay } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { withSignal } from './cancellation.ts';
import type { SafeText } from '../text/safeText.ts';

export interface ProgressOptions {
  readonly title: SafeText;
  readonly place: 'statusBar' | 'notification';
  readonly cancellable?: boolean;
}

/** Reports progress. `increment` is a fraction of 1. */
export type Report = (message: SafeText, increment?: number) => void;

const locations = {
  statusBar: vscode.ProgressLocation.Window,
  notification: vscode.ProgressLocation.Notification,
} as const;

type Run<T> = (signal: AbortSignal, report: Report) => Promise<T>;

/** Shorter work needs no notification, because its result is shown immediately. */
const briefMs = 1000;
/** VS Code shows a progress notification for at least this long, even if the work has ended. */
const shortestMs = 800;

/**
 * Shows progress until `run` has settled. A notification only appears if that takes longer than a moment, and has
 * disappeared when this resolves. The signal aborts if the user cancels.
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
    await show(options, async (signal, reportProgress) => {
      signal.addEventListener('abort', () => controller.abort());
      report = reportProgress;
      if (increment !== undefined) reportProgress(message, increment);
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
        // Without an increment, VS Code shows indeterminate progress.
        progress.report({ message, ...(increment === undefined ? {} : { increment: increment * 100 }) }),
      ),
    ),
  );
}
