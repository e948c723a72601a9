import { type Glob, readGitPattern } from '../util/glob.ts';

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

interface Rule {
  readonly matches: Glob;
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
}

/** Which paths of a project are no texts of its own: generated, or ignored by its `.gitignore` files. */
export class IgnoreFiles {
  readonly #rules: { readonly folder: string; readonly rules: readonly Rule[] }[] = [];

  /** Takes in the `.gitignore` of a folder. A folder's is to be added before what is in it is asked about. */
  add(folder: string, text: string): void {
    this.#rules.push({ folder, rules: text.split('\n').flatMap(ruleOf) });
    this.#rules.sort((a, b) => b.folder.length - a.folder.length);
  }

  /**
   * Whether nobody looks into it: the nearest `.gitignore` that says something of a path decides, by its last rule that does.
   * What is in a folder that is left out is not to be asked about.
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

/** The rule of a line; none of a comment, an empty line and a pattern that can't be read. */
function ruleOf(line: string): Rule[] {
  const trimmed = line.trimEnd();
  const whole = trimmed.endsWith('\\') && trimmed.length < line.length ? `${trimmed} ` : trimmed;
  if (whole === '' || whole.startsWith('#')) return [];
  const isNegated = whole.startsWith('!');
  const onlyFolders = whole.endsWith('/');
  const pattern = whole.slice(isNegated ? 1 : 0, onlyFolders ? -1 : undefined);
  // One with a slash counts from its folder, any other fits at every depth.
  const anchored = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`;
  const matches = readGitPattern(anchored.endsWith('/**') ? `${anchored}/*` : anchored, { ignoreCase: true });
  return matches === undefined ? [] : [{ matches, isNegated, onlyFolders }];
}
