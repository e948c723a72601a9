import * as vscode from 'vscode';
import type { ProgramSearch } from '../../engines/programs/findPrograms.ts';
import { programIds } from '../../engines/programs/programs.ts';
import { settings } from '../../manifest.ts';
import type { LocalService } from '../localService/localService.ts';
import { affects, currentSettings } from '../settings.ts';

/**
 * The locations to search for the user's programs. Open folders are never searched, because their files may come from
 * other people.
 */
export function programSearch(): ProgramSearch {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return { paths: currentSettings.programPaths(), avoid: folders.map(({ uri }) => uri.fsPath) };
}

/** The settings that the local service needs, read when it needs them. */
export const localSettings = { programs: programSearch, share: currentSettings.share };

/** Updates the local service when settings or open folders change. */
export function followPrograms(local: LocalService): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => local.refreshPrograms()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (affects(event, settings.parallel, settings.priority)) local.refreshShare();
      if (affects(event, ...programIds.map((id) => settings[id]))) local.refreshPrograms();
    }),
  );
}
