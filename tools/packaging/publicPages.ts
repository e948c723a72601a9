import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The pages that VS Code and the Marketplace show. */
export const publicPages = ['README.md', 'CHANGELOG.md'] as const;

/** Hosts for which vsce makes relative links and pictures absolute. */
const knownHost = /git(?:hub|lab)(?:\.com\/|:)/;

/**
 * Keeps only one of each pair of pictures on the public pages in `folder`, and removes links and pictures that would be
 * broken. These depend on `repository` in package.json: without it, or if its host isn't supported by vsce, all
 * relative ones are broken.
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

/**
 * Markdown with only the light version of each picture, because vsce doesn't make the address of the dark one absolute.
 */
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
