import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** A change to a file in a repository. */
export interface Change {
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
export interface GitApi {
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
export function isRepository(value: unknown): value is Repository {
  return repositorySchema.safeParse(value).success;
}

function isGitExtension(value: unknown): value is { getAPI(version: 1): unknown } {
  return exportsSchema.safeParse(value).success;
}

function isApi(value: unknown): value is GitApi {
  return apiSchema.safeParse(value).success;
}
