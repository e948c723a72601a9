import type { ProjectText } from './references.ts';
import type { Replacement } from './rewrite.ts';

/** A path to check for being one of the project's texts. */
export interface AskedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The content of the `.gitignore` of a folder. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/** A request to the worker, one at a time. */
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

/** Messages to the worker: a request, or whether a file exists. */
export type ToWorker = Question | { readonly isFile: boolean };

/** Messages from the worker: its answer, or a path to check for existence. */
export type FromWorker = { readonly answer: unknown } | { readonly isFile: string };
