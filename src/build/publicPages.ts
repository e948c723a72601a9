import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The pages that VS Code and the Marketplace show. */
export const publicPages = ['README.md', 'CHANGELOG.md'] as const;

/** The hosts where vsce knows the addresses of files and pictures, and makes relative links absolute by itself. */
const knownHost = /git(?:hub|lab)(?:\.com\/|:)/;

/**
 * Takes links and pictures that would lead nowhere out of the public pages in `folder`. Where they lead is said by the field
 * `repository` of its package.json alone: without it, or with one at a host that vsce doesn't know, nowhere.
 */
export async function preparePublicPages(folder: string): Promise<void> {
  const { repository } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (knownHost.test(repository?.url ?? repository ?? '')) return;
  for (const page of publicPages) {
    const file = path.join(folder, page);
    await writeFile(file, withoutRelativeLinks(await readFile(file, 'utf8')));
  }
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
