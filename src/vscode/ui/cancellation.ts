import type * as vscode from 'vscode';

/** Runs with a signal that aborts on VS Code's cancellation, and removes its listener afterwards. */
export async function withSignal<T>(
  token: vscode.CancellationToken | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  if (token?.isCancellationRequested === true) controller.abort();
  const listener = token?.onCancellationRequested(() => controller.abort());
  try {
    return await run(controller.signal);
  } finally {
    listener?.dispose();
  }
}
