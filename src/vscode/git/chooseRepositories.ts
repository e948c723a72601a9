import path from 'node:path';
import * as vscode from 'vscode';
import { activeFile } from '../files/commandFiles.ts';
import { foreign, say, wholePath } from '../text/words.ts';
import { showInformation } from '../ui/messages.ts';
import { pick } from '../ui/picks.ts';
import { type GitApi, gitApi, isRepository, type Repository } from './gitApi.ts';

/** A repository with the files of it that a command was called for; all that have changed where none are named. */
export interface ChosenRepository {
  readonly repository: Repository;
  readonly files: readonly vscode.Uri[] | undefined;
}

/**
 * The repositories that a command was called for, looked at anew: those of a menu's argument, else the only one, else the one of
 * the active editor's file, else what a person picks. None where there is none, which the person is told, or none was picked.
 */
export async function chooseRepositories(given: readonly unknown[]): Promise<ChosenRepository[]> {
  const api = await gitApi();
  const all = (api?.repositories ?? []).filter(isRepository);
  if (api === undefined || all.length === 0) {
    const reason =
      api === undefined
        ? say('This takes VS Code’s Git extension, switched on, and Git on this computer.')
        : say('No Git repository is open.');
    void showInformation(reason);
    return [];
  }
  const chosen = named(api, scmArguments(given)) ?? (await chooseOne(api, all));
  await Promise.all(chosen.map(async ({ repository }) => repository.status()));
  return chosen;
}

/** `undefined` where nothing was named. */
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
      label: foreign(path.basename(repository.rootUri.fsPath)),
      description: wholePath(repository.rootUri.fsPath),
    })),
  });
  return picked?.value;
}

/** The open repository that a file is in. */
export function repositoryOf(api: GitApi, uri: vscode.Uri): Repository | undefined {
  const repository = api.getRepository(uri);
  return isRepository(repository) ? repository : undefined;
}

/** What a command of Source Control's menus was called for. */
interface ScmArguments {
  /** Roots of repositories, as the title of one passes it. */
  readonly roots: readonly vscode.Uri[];
  /** Files, as rows and groups of them pass them. */
  readonly files: readonly vscode.Uri[];
}

/** Reads what Source Control's menus pass: a source control, groups, or one or more rows. The palette passes nothing. */
function scmArguments(given: readonly unknown[]): ScmArguments {
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
