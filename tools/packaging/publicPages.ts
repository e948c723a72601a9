import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The pages that VS Code and the Marketplace show. */
export const publicPages = ['README.md', 'CHANGELOG.md'] as const;

/** Hosts for which vsce makes relative links and pictures absolute. */
const knownHost = /git(?:hub|lab)(?:\.com\/|:)/;

/**
 * Keeps each picture of the public pages in `folder` once, and removes links and pictures that would be broken. They
 * depend on `repository` in package.json: without it, or at a host that vsce doesn't support, all relative ones are
 * broken.
 */
export async function preparePublicPages(folder: string): Promise<void> {
  const { repository } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const leadsSomewhere = knownHost.test(repository?.url ?? repository ?? '');
  for (const page of publicPages) {
    const file = path.join(folder, page);
    const text = withPicturesOnce(await readFile(file, 'utf8'));
    await writeFile(file, leadsSomewhere ? text : withoutRelativeLinks(text));
  }
}

/** Markdown with only the light version of each picture, as vsce makes no other address absolute. */
function withPicturesOnce(markdown: string): string {
  return markdown
    .replaceAll(/^ *<(?:\/?picture>|source ).*\n/gm, '')
    .replaceAll(/^ *<img alt="([^"\n]*)" src="([^"\n]*)">$/gm, '![$1]($2)');
}

/** Markdown with relative links reduced to their text, and without relative pictures. */
export function withoutRelativeLinks(markdown: string): string {
  return markdown
    .replaceAll(/^!\[[^\]\n]*\]\(([^)\n]+)\)\n+/gm, (all, target) => (isAbsolute(target) ? all : ''))
    .replaceAll(/(?<!!)\[([^\]\n]*)\]\(([^)\n]+)\)/g, (all, words, target) =>
      isAbsolute(target) ? all : words,
    );
}

function isAbsolute(target: string): boolean {
  return /^(?:[a-z]+:|#)/i.test(target);
}
