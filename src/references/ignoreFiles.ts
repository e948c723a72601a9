import { type Glob, readGitPattern } from '../util/glob.ts';

/** Generated folders, and folders without a project's own texts. */
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

interface Rule {
  readonly matches: Glob;
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
}

/** Decides which paths of a project aren't its own texts: generated or ignored by a `.gitignore`. */
export class IgnoreFiles {
  readonly #rules: { readonly folder: string; readonly rules: readonly Rule[] }[] = [];

  /** Adds the `.gitignore` of a folder, which must happen before queries about the folder's content. */
  add(folder: string, text: string): void {
    this.#rules.push({ folder, rules: text.split('\n').flatMap(ruleOf) });
    this.#rules.sort((a, b) => b.folder.length - a.folder.length);
  }

  /**
   * True if a path is ignored: the last matching rule of the nearest `.gitignore` with one decides. Don't query the
   * content of ignored folders.
   */
  has(path: string, isFolder: boolean): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (isFolder ? generatedFolders.has(name) : generatedFiles.test(name)) return true;
    for (const { folder, rules } of this.#rules) {
      if (!path.startsWith(`${folder}/`)) continue;
      const relative = path.slice(folder.length + 1);
      const rule = rules.findLast(
        ({ matches, onlyFolders }) => (isFolder || !onlyFolders) && matches(relative),
      );
      if (rule !== undefined) return !rule.isNegated;
    }
    return false;
  }
}

/** The rule of a line; none for a comment, an empty line, or an invalid pattern. */
function ruleOf(line: string): Rule[] {
  const trimmed = line.trimEnd();
  const whole = trimmed.endsWith('\\') && trimmed.length < line.length ? `${trimmed} ` : trimmed;
  if (whole === '' || whole.startsWith('#')) return [];
  const isNegated = whole.startsWith('!');
  const onlyFolders = whole.endsWith('/');
  const pattern = whole.slice(isNegated ? 1 : 0, onlyFolders ? -1 : undefined);
  // A pattern with a slash is relative to its folder; any other matches at every depth.
  const anchored = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`;
  const matches = readGitPattern(anchored.endsWith('/**') ? `${anchored}/*` : anchored, { ignoreCase: true });
  return matches === undefined ? [] : [{ matches, isNegated, onlyFolders }];
}
