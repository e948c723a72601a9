import * as vscode from 'vscode';
import type { ProgramSearch } from '../../engines/programs/findPrograms.ts';
import { programIds } from '../../engines/programs/programs.ts';
import { settings } from '../../manifest.ts';
import type { LocalService } from '../../service/host/localService.ts';
import { affects, currentSettings } from '../settings.ts';

/** Where the user's programs are looked for: never in open folders, whose files may come from other people. */
export function programSearch(): ProgramSearch {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return { paths: currentSettings.programPaths(), avoid: folders.map(({ uri }) => uri.fsPath) };
}

/** What the settings say to the local service, whenever it asks. */
export const localSettings = { programs: programSearch, share: currentSettings.share };

/** Keeps the local service in step with the settings and the folders that are open. */
export function followPrograms(local: LocalService): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => local.refreshPrograms()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (affects(event, settings.parallel, settings.priority)) local.refreshShare();
      if (affects(event, ...programIds.map((id) => settings[id]))) local.refreshPrograms();
    }),
  );
}
