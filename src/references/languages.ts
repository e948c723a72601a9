import type { Link, LinkPart } from './link.ts';
import { markdownLinks } from './syntax/markdown.ts';
import { markupLinks, svelteLinks } from './syntax/markup.ts';
import { jsonLinks, yamlLinks } from './syntax/data.ts';
import { type ScriptDialect, scriptLinks } from './syntax/scripts.ts';
import { styleLinks } from './syntax/styles.ts';

type FindLinks = (part: LinkPart) => Link[];

const script =
  (dialect: ScriptDialect): FindLinks =>
  (part) =>
    scriptLinks(part, dialect);

/** The function that finds links, for each file extension. */
const finders = new Map<string, FindLinks>(
  Object.entries({
    ...allOf(['md', 'markdown', 'mdown', 'mkd', 'mdx'], markdownLinks),
    ...allOf(['html', 'htm', 'xhtml', 'svg', 'vue'], markupLinks),
    svelte: svelteLinks,
    ...allOf(['css', 'scss', 'less', 'pcss', 'postcss'], styleLinks),
    ...allOf(['js', 'jsx', 'mjs', 'cjs'], script('js')),
    ...allOf(['ts', 'mts', 'cts'], script('ts')),
    tsx: script('tsx'),
    ...allOf(['json', 'jsonc', 'json5', 'webmanifest'], jsonLinks),
    ...allOf(['yaml', 'yml'], yamlLinks),
  }),
);

/**
 * The places in a text that may name other files. Empty for an unsupported language.
 * @throws if the text can't be parsed
 */
export function linksIn(fileName: string, text: string): Link[] {
  const find = finders.get(extensionOf(fileName));
  return find?.({ text, offset: 0 }) ?? [];
}

/** True if links in files with this name can be found and changed. */
export function isReadable(fileName: string): boolean {
  return finders.has(extensionOf(fileName));
}

function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
}

function allOf(extensions: readonly string[], find: FindLinks): Record<string, FindLinks> {
  return Object.fromEntries(extensions.map((extension) => [extension, find]));
}
