import type * as vscode from 'vscode';
import type { Jobs } from '../jobs/jobs.ts';
import { Staging } from './git/staging.ts';
import { type RememberedChoices, rememberedChoices } from './rememberedChoices.ts';

/** What is remembered for the workspace, and what goes on in it besides jobs. */
export interface WorkspaceParts extends RememberedChoices, vscode.Disposable {
  readonly staging: Staging;
}

/** Constructs them; what is remembered of a workspace stays in VS Code's own storage. */
export function workspaceParts(
  jobs: Jobs,
  { globalState, workspaceState }: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState'>,
): WorkspaceParts {
  const staging = new Staging(jobs, workspaceState);
  return {
    ...rememberedChoices(globalState, workspaceState),
    staging,
    dispose: () => staging.dispose(),
  };
}
