import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** What of a file has changed in a repository. */
export interface Change {
  /** Of a renamed file, its new name. */
  readonly uri: vscode.Uri;
  readonly status: number;
}

/** A repository that is open in Source Control. */
export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly indexChanges: readonly Change[];
    readonly workingTreeChanges: readonly Change[];
    /** Those of files that Git does not know, where the person wants them apart. */
    readonly untrackedChanges?: readonly Change[];
  };
  /** Has the state of the repository looked at anew. */
  status(): Promise<void>;
  /** Stages files, by their paths. */
  add(paths: string[]): Promise<void>;
  /** What is staged of a file, for an empty `treeish`. Rejects where nothing is. */
  getObjectDetails(
    treeish: string,
    path: string,
  ): Promise<{ readonly mode: string; readonly object: string }>;
}

/** What we use of version 1 of the API of VS Code's Git extension (`extensions/git/src/api/git.d.ts` of VS Code). */
export interface GitApi {
  readonly repositories: readonly Repository[];
  getRepository(uri: vscode.Uri): Repository | null;
}

/** The status of a file whose deletion is staged. */
export const stagedDeletion = 2;

const callable = z.custom((value) => typeof value === 'function');
const changes = z.array(
  z.looseObject({ uri: z.custom((value) => value instanceof vscode.Uri), status: z.number() }),
);
const exportsSchema = z.looseObject({ enabled: z.literal(true), getAPI: callable });
const apiSchema = z.looseObject({ repositories: z.array(z.unknown()), getRepository: callable });
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
});

/** The API of the Git extension; `undefined` where it is missing or switched off, there is no Git, or it is not the one we know. */
export async function gitApi(): Promise<GitApi | undefined> {
  try {
    const exported: unknown = await vscode.extensions.getExtension<unknown>('vscode.git')?.activate();
    const api = isGitExtension(exported) ? exported.getAPI(1) : undefined;
    return isApi(api) ? api : undefined;
  } catch {
    return undefined;
  }
}

/** What has changed and is not staged, of files that Git knows or does not. */
export function unstagedChanges({ state }: Repository): readonly Change[] {
  return [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])];
}

/** Whether this is a repository as we know them. */
export function isRepository(value: unknown): value is Repository {
  return repositorySchema.safeParse(value).success;
}

function isGitExtension(value: unknown): value is { getAPI(version: 1): unknown } {
  return exportsSchema.safeParse(value).success;
}

function isApi(value: unknown): value is GitApi {
  return apiSchema.safeParse(value).success;
}
