import type { ProjectText } from './references.ts';
import type { Replacement } from './rewrite.ts';

/** A path of which somebody wants to know whether it is a text of the project. */
export interface AskedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The content of the `.gitignore` of a folder. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/** What the worker is asked, one at a time. */
export type Question =
  | {
      readonly ask: 'ignored';
      readonly files: readonly IgnoreFile[];
      readonly paths: readonly AskedPath[];
    }
  | { readonly ask: 'mayRefer'; readonly text: string; readonly replacements: readonly Replacement[] }
  | {
      readonly ask: 'references';
      readonly file: ProjectText;
      readonly top: string;
      readonly replacements: readonly Replacement[];
    };

/** What the worker is told: a question, or whether there is a file that it asked for. */
export type ToWorker = Question | { readonly isFile: boolean };

/** What the worker tells: its answer, or a path of which it needs to know whether there is a file. */
export type FromWorker = { readonly answer: unknown } | { readonly isFile: string };
