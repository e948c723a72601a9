import { type Glob, readGitPattern } from '../util/glob.ts';

/** Folders with generated files, or without texts that belong to the project. */
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

/** Decides which paths aren't a project's own texts, because they are generated or ignored by a `.gitignore`. */
export class IgnoreFiles {
  readonly #rules: { readonly folder: string; readonly rules: readonly Rule[] }[] = [];

  /** Adds the `.gitignore` of a folder. Call this before asking about the folder's content. */
  add(folder: string, text: string): void {
    this.#rules.push({ folder, rules: text.split('\n').flatMap(ruleOf) });
    this.#rules.sort((a, b) => b.folder.length - a.folder.length);
  }

  /**
   * True if a path is ignored. The last rule that matches in the nearest `.gitignore` decides. Don't ask about the
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

/** Parses the rule in a line. Returns an empty list for a comment, an empty line, or an invalid pattern. */
function ruleOf(line: string): Rule[] {
  const trimmed = line.trimEnd();
  const whole = trimmed.endsWith('\\') && trimmed.length < line.length ? `${trimmed} ` : trimmed;
  if (whole === '' || whole.startsWith('#')) return [];
  const isNegated = whole.startsWith('!');
  const onlyFolders = whole.endsWith('/');
  const pattern = whole.slice(isNegated ? 1 : 0, onlyFolders ? -1 : undefined);
  // A pattern with a slash is relative to its folder. Other patterns match at any depth.
  const anchored = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`;
  const matches = readGitPattern(anchored.endsWith('/**') ? `${anchored}/*` : anchored, { ignoreCase: true });
  return matches === undefined ? [] : [{ matches, isNegated, onlyFolders }];
}
