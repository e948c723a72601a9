import path from 'node:path';
import * as vscode from 'vscode';
import { activeFile } from '../files/commandFiles.ts';
import { fileName } from '../text/files.ts';
import { untrusted, say, wholePath } from '../text/safeText.ts';
import { showInformation } from '../ui/messages.ts';
import { pick } from '../ui/picks.ts';
import { type GitApi, gitApi, isRepository, type Repository } from './gitApi.ts';

/** A repository, and the files in it that a command was called for. If none are named, all changed files. */
export interface ChosenRepository {
  readonly repository: Repository;
  readonly files: readonly vscode.Uri[] | undefined;
}

/**
 * The repositories that a command was called for, with their state refreshed: those in a menu's argument, else the only
 * one, else that of the active editor's file, else the user's choice. Empty if the user cancels, or if there is none,
 * which a message reports.
 */
export async function chooseRepositories(given: readonly unknown[]): Promise<ChosenRepository[]> {
  const api = await availableGit();
  if (api === undefined) return [];
  const all = api.repositories.filter(isRepository);
  if (all.length === 0) {
    void showInformation(say('No Git repository is open.'));
    return [];
  }
  const chosen = named(api, scmArguments(given)) ?? (await chooseOne(api, all));
  await Promise.all(chosen.map(async ({ repository }) => repository.status()));
  return chosen;
}

/** The Git extension, and the open repository that contains a file. If there is none, a message explains that. */
export async function gitForFile(
  file: vscode.Uri,
): Promise<{ readonly api: GitApi; readonly repository: Repository } | undefined> {
  const api = await availableGit();
  const repository = api && repositoryOf(api, file);
  if (api === undefined || repository === undefined) {
    if (api !== undefined)
      void showInformation(say('{0} isn’t in an open Git repository.', fileName(file.toString())));
    return undefined;
  }
  return { api, repository };
}

/** The Git extension. If it isn't available, a message explains what is missing. */
async function availableGit(): Promise<GitApi | undefined> {
  const api = await gitApi();
  if (api === undefined)
    void showInformation(
      say('This requires Git on this computer, and VS Code’s Git extension to be enabled.'),
    );
  return api;
}

/** The repositories that a command's arguments name; `undefined` if they name none. */
function named(api: GitApi, { roots, files }: ScmArguments): ChosenRepository[] | undefined {
  if (roots.length + files.length === 0) return undefined;
  const named = new Map<Repository, vscode.Uri[] | undefined>();
  for (const uri of files) {
    const repository = repositoryOf(api, uri);
    if (repository !== undefined) named.set(repository, [...(named.get(repository) ?? []), uri]);
  }
  for (const root of roots) {
    const repository = repositoryOf(api, root);
    if (repository !== undefined) named.set(repository, undefined);
  }
  return [...named].map(([repository, its]) => ({ repository, files: its }));
}

async function chooseOne(api: GitApi, all: readonly Repository[]): Promise<ChosenRepository[]> {
  const active = activeFile();
  const known = all.length === 1 ? all[0] : active && repositoryOf(api, active);
  const repository = known ?? (await pickRepository(all));
  return repository === undefined ? [] : [{ repository, files: undefined }];
}

async function pickRepository(all: readonly Repository[]): Promise<Repository | undefined> {
  const picked = await pick({
    title: say('Choose a repository'),
    entries: all.map((repository) => ({
      value: repository,
      label: untrusted(path.basename(repository.rootUri.fsPath)),
      description: wholePath(repository.rootUri.fsPath),
    })),
  });
  return picked?.value;
}

/** The open repository that contains a file. */
export function repositoryOf(api: GitApi, uri: vscode.Uri): Repository | undefined {
  const repository = api.getRepository(uri);
  return isRepository(repository) ? repository : undefined;
}

/** The arguments of commands in Source Control's menus. */
interface ScmArguments {
  /** Roots of repositories, passed by the menus in their title bars. */
  readonly roots: readonly vscode.Uri[];
  /** Files, passed by the menus of rows and groups. */
  readonly files: readonly vscode.Uri[];
}

/**
 * Reads the arguments from menus in Source Control: a source control, groups, or rows. The Command Palette passes
 * nothing.
 */
export function scmArguments(given: readonly unknown[]): ScmArguments {
  const roots: vscode.Uri[] = [];
  const files = new Map<string, vscode.Uri>();
  const addFile = (uri: unknown): void => {
    if (uri instanceof vscode.Uri) files.set(uri.toString(), uri);
  };
  for (const each of given) {
    const root = field(each, 'rootUri');
    if (root instanceof vscode.Uri) roots.push(root);
    addFile(field(each, 'resourceUri'));
    const rows = field(each, 'resourceStates');
    if (Array.isArray(rows)) for (const row of rows) addFile(field(row, 'resourceUri'));
  }
  return { roots, files: [...files.values()] };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
