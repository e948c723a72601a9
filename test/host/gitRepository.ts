import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import { becomes } from '../support/eventually.ts';

/** Enables VS Code's Git extension, which is disabled in other tests. */
export async function turnGitOn(): Promise<void> {
  const extension = vscode.extensions.getExtension('vscode.git');
  await extension?.activate();
  await setEnabled(true);
  await becomes(async () => extension?.exports.enabled, true);
}

export async function turnGitOff(): Promise<void> {
  await setEnabled(false);
}

/** Makes a folder a repository, and opens it in VS Code. */
export async function newRepository(folder: string): Promise<{ readonly rootUri: vscode.Uri }> {
  const git = (...given: readonly string[]): Buffer => execFileSync('git', ['-C', folder, ...given]);
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Someone');
  git('config', 'user.email', 'someone@example.org');
  const api = vscode.extensions.getExtension('vscode.git')?.exports.getAPI(1);
  return api.openRepository(vscode.Uri.file(folder));
}

async function setEnabled(enabled: boolean): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration('git').update('enabled', enabled, Global);
}
