import type { ProjectText } from './references.ts';
import type { Replacement } from './rewrite.ts';

/** A path that may be one of the project's own texts. */
export interface AskedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The content of a folder's `.gitignore`. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/** A request to the worker. There is only one at a time. */
export type Question =
  | {
      readonly ask: 'ignored';
      readonly files: readonly IgnoreFile[];
      readonly paths: readonly AskedPath[];
    }
  | { readonly ask: 'mayRefer'; readonly text: string; readonly replacements: readonly Replacement[] }
  | {
      readonly ask: 'pictures';
      readonly file: ProjectText;
      readonly format: 'html' | 'md';
      readonly top: string;
    }
  | {
      readonly ask: 'references';
      readonly file: ProjectText;
      readonly top: string;
      readonly replacements: readonly Replacement[];
    };

/** Messages to the worker: a request, or the answer to whether a file exists. */
export type ToWorker = Question | { readonly isFile: boolean };

/** Messages from the worker: the answer to a request, or the path of a file that may exist. */
export type FromWorker = { readonly answer: unknown } | { readonly isFile: string };
