import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The pages that VS Code and the Marketplace show. */
export const publicPages = ['README.md', 'CHANGELOG.md'] as const;

/** The hosts where vsce knows the addresses of files and pictures, and makes relative links absolute by itself. */
const knownHost = /git(?:hub|lab)(?:\.com\/|:)/;

/**
 * Has each picture of the public pages in `folder` once, and takes out links and pictures that would lead nowhere. Where they
 * lead is said by the field `repository` of its package.json alone: without it, or with one at a host that vsce doesn't know,
 * nowhere.
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

/** Markdown in which a picture for light and dark pages is the one for light pages: vsce makes no other address absolute. */
export function withPicturesOnce(markdown: string): string {
  return markdown
    .replaceAll(/^ *<(?:\/?picture>|source ).*\n/gm, '')
    .replaceAll(/^ *<img alt="([^"\n]*)" src="([^"\n]*)">$/gm, '![$1]($2)');
}

/** Markdown whose relative links are only their words, and whose relative pictures are gone. */
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
