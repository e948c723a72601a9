import * as vscode from 'vscode';
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

/** Shows that something is going on until `run` has settled. The signal aborts when the person cancels. */
export async function withProgress<T>(
  { title, place, cancellable = false }: ProgressOptions,
  run: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  const options = { title, cancellable, location: locations[place] };
  return vscode.window.withProgress(options, async (progress, cancellation) => {
    const controller = new AbortController();
    const listener = cancellation.onCancellationRequested(() => controller.abort());
    try {
      return await run(controller.signal, (message, increment) =>
        // Without an increment the bar goes on telling only that something is going on.
        progress.report({ message, ...(increment === undefined ? {} : { increment: increment * 100 }) }),
      );
    } finally {
      listener.dispose();
    }
  });
}
