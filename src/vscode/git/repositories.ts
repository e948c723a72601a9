import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { activeFile } from '../files/commandFiles.ts';
import { fileName } from '../text/names.ts';
import { untrusted, say, wholePath } from '../text/safeText.ts';
import { showInformation } from '../ui/messages.ts';
import { pick } from '../ui/picks.ts';

/** A repository, and the files in it that a command was called for. If none are named, all changed files. */
export interface ChosenRepository {
  readonly repository: Repository;
  readonly files: readonly vscode.Uri[] | undefined;
}

/**
 * The repositories that a command was called for, with their state refreshed: those in a menu's argument, else the only
 * one, else that of the active editor's file, else the user's choice. Empty if the user cancels, or if there is none,
 * or no longer the row of the menu, which a message reports.
 */
export async function chooseRepositories(given: readonly unknown[]): Promise<ChosenRepository[]> {
  const api = await availableGit();
  if (api === undefined) return [];
  const all = api.repositories.filter(isRepository);
  if (all.length === 0) {
    void showInformation(say('No Git repository is open.'));
    return [];
  }
  const names = named(api, scmArguments(given));
  if (names === undefined && given.length > 0) {
    // VS Code passes nothing for a row that has been replaced since its menu opened. It doesn't stand for all files.
    void showInformation(say('The changes were just refreshed. Select the files again.'));
    return [];
  }
  const chosen = names ?? (await chooseOne(api, all));
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

/** A change to a file in a repository. */
interface Change {
  /** The file's URI, after renaming if it was renamed. */
  readonly uri: vscode.Uri;
  readonly status: number;
}

/** A repository that is open in Source Control. */
export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly indexChanges: readonly Change[];
    readonly workingTreeChanges: readonly Change[];
    /** Untracked files, if the user's settings list them separately. */
    readonly untrackedChanges?: readonly Change[];
  };
  /** Refreshes the repository's state. */
  status(): Promise<void>;
  /** Stages files, given by path. */
  add(paths: string[]): Promise<void>;
  /** The object of a file. With an empty `treeish`, the staged one; rejects if the file isn't in the index. */
  getObjectDetails(
    treeish: string,
    path: string,
  ): Promise<{ readonly mode: string; readonly object: string }>;
  /** The commits that changed a file, latest first. */
  log(options: { readonly path: string; readonly maxEntries: number }): Promise<readonly Commit[]>;
}

interface Commit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly authorDate?: Date;
}

/**
 * The part of version 1 of the Git extension's API that is used here (`extensions/git/src/api/git.d.ts` in VS Code).
 */
interface GitApi {
  readonly repositories: readonly Repository[];
  getRepository(uri: vscode.Uri): Repository | null;
  /** The URI of a file's content in a commit. With an empty `ref`, in the index. */
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

/** The status of a file whose deletion is staged. */
export const stagedDeletion = 2;

const callable = z.custom((value) => typeof value === 'function');
const changes = z.array(
  z.looseObject({ uri: z.custom((value) => value instanceof vscode.Uri), status: z.number() }),
);
const exportsSchema = z.looseObject({ enabled: z.literal(true), getAPI: callable });
const apiSchema = z.looseObject({
  repositories: z.array(z.unknown()),
  getRepository: callable,
  toGitUri: callable,
});
const repositorySchema = z.looseObject({
  rootUri: z.custom((value) => value instanceof vscode.Uri),
  state: z.looseObject({
    indexChanges: changes,
    workingTreeChanges: changes,
    untrackedChanges: z.optional(changes),
  }),
  status: callable,
  add: callable,
  getObjectDetails: callable,
  log: callable,
});

/**
 * The API of the Git extension; `undefined` if the extension is missing, disabled, or incompatible, or if Git isn't
 * installed.
 */
export async function gitApi(): Promise<GitApi | undefined> {
  try {
    const exported: unknown = await vscode.extensions.getExtension<unknown>('vscode.git')?.activate();
    const api = isGitExtension(exported) ? exported.getAPI(1) : undefined;
    return isApi(api) ? api : undefined;
  } catch {
    return undefined;
  }
}

/** Unstaged changes of tracked and untracked files. */
export function unstagedChanges({ state }: Repository): readonly Change[] {
  return [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])];
}

/** True if a value has the shape of a repository. */
function isRepository(value: unknown): value is Repository {
  return repositorySchema.safeParse(value).success;
}

function isGitExtension(value: unknown): value is { getAPI(version: 1): unknown } {
  return exportsSchema.safeParse(value).success;
}

function isApi(value: unknown): value is GitApi {
  return apiSchema.safeParse(value).success;
}
