import type * as vscode from 'vscode';

/** Calls `run` with a signal that aborts when VS Code's token is canceled. Removes the token's listener afterwards. */
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
