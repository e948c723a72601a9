import ignore, { type Ignore } from 'ignore';
import { foldersUpTo, relativePath } from './paths.ts';

/** Folders that tools fill, and what belongs to no project's own texts. */
const generatedFolders = new Set([
  '.astro',
  '.cache',
  '.docusaurus',
  '.git',
  '.hg',
  '.netlify',
  '.next',
  '.nuxt',
  '.output',
  '.parcel-cache',
  '.svelte-kit',
  '.svn',
  '.turbo',
  '.vercel',
  '.vscode-test',
  '_site',
  'bower_components',
  'build',
  'coverage',
  'dist',
  'node_modules',
  'out',
]);

const generatedFiles = /(?:\.min\.(?:js|css|mjs)|\.map|-lock\.json|-lock\.yaml|\.lock)$/;

/** Which paths of a project are no texts of its own: generated, or ignored by its `.gitignore` files. */
export class IgnoreFiles {
  readonly #rules = new Map<string, Ignore>();
  readonly #top: string;

  /** Of the project in a folder, by its path. */
  constructor(top: string) {
    this.#top = top;
  }

  /** Takes in the `.gitignore` of a folder. A folder's is to be added before what is in it is asked about. */
  add(folder: string, text: string): void {
    this.#rules.set(folder, ignore().add(text));
  }

  /** Whether nobody looks into it: the nearest `.gitignore` that says something of a path decides. */
  has(path: string, isFolder: boolean): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (isFolder ? generatedFolders.has(name) : generatedFiles.test(name)) return true;
    for (const folder of foldersUpTo(path, this.#top)) {
      const rules = this.#rules.get(folder);
      const result = rules?.test(relativePath(folder, path) + (isFolder ? '/' : ''));
      if (result?.ignored === true) return true;
      if (result?.unignored === true) return false;
    }
    return false;
  }
}
