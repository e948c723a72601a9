import type { Element } from 'hast';
import { percentDecoded, wordsIn } from '../../../util/text.ts';
import { isElsewhere, safeAddress } from '../tree/addresses.ts';
import { classesOf, hasClass, type Picture, textIn } from '../tree/document.ts';
import type { Notes } from './notes.ts';
import type { StyleSheets } from './styles.ts';
import { alertKindOf } from '../tree/alerts.ts';

/** What is known about a page before its content is read. */
export interface Page {
  readonly sheets: StyleSheets;
  readonly notes: Notes;
  /** The ids to which links in the page lead. */
  readonly linked: ReadonlySet<string>;
  readonly hasMathScripts: boolean;
  readonly base: URL | undefined;
  /** The page's own name, by which its links may refer to it. */
  readonly fileName: string | undefined;
  readonly resolve: (address: string) => Picture | string | undefined;
}

export const leftOut = wordsIn(
  'area base basefont col colgroup command datalist embed frame frameset head link meta meter noembed noframes noscript param progress rp rtc script source style template title track wbr',
);
/** Elements that begin and end a line, and are nothing else. */
export const edges = wordsIn(
  'address article aside body caption center dialog div fieldset figcaption figure footer form header hgroup html legend main nav optgroup option search section tbody tfoot thead tr',
);

/** Classes of links to the headings that contain them, which pages only show under the mouse. */
const permalinks = ['headerlink', 'anchor-link', 'header-anchor', 'hash-link', 'permalink'];
const alerts: ReadonlyMap<string, string> = new Map([
  ['attention', 'warning'],
  ['caution', 'caution'],
  ['danger', 'caution'],
  ['error', 'caution'],
  ['hint', 'tip'],
  ['important', 'important'],
  ['note', 'note'],
  ['tip', 'tip'],
  ['warning', 'warning'],
]);

export const heading = /^h[1-6]$/;

export const alertTitles = ['markdown-alert-title', 'admonition-title'];
export const titles = ['title', 'subtitle'];

/** True if an element isn't shown, whatever its styles. */
export function isHidden(node: Element): boolean {
  const { hidden, open } = node.properties;
  if (hidden !== undefined && hidden !== false) return true;
  if (node.tagName === 'dialog') return open === undefined || open === false;
  if (node.tagName !== 'a') return false;
  if (hasClass(node, 'headerlink', 'copiable-anchor', 'copiable-link')) return true;
  return hasClass(node, ...permalinks) && textIn(node).trim().length <= 2;
}

/** Returns the kind of alert that an element is, as GitHub, Sphinx, and MkDocs write them. */
export function alertOf(node: Element): string | undefined {
  if (hasClass(node, 'markdown-alert')) return alertKindOf(node);
  const classes = classesOf(node);
  if (!classes.includes('admonition')) return undefined;
  return classes.map((name) => alerts.get(name)).find((type) => type !== undefined) ?? 'note';
}

/** Returns the descendants with a name, outside of each other. */
export function descendants(node: Element, name: string): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === name ? [child] : descendants(child, name);
  });
}

/** Returns a link's address, unless it may run or read something. */
export function addressIn(
  { base, fileName }: Pick<Page, 'base' | 'fileName'>,
  href: string,
): string | undefined {
  const address = href.replaceAll(/[\t\n\r]|^[\0-\x20]+/g, '').trimEnd(); // eslint-disable-line no-control-regex
  if (address === '' || safeAddress(address) === undefined) return undefined;
  if (isElsewhere(address) || address.startsWith('#')) return address;
  const hash = address.indexOf('#');
  const file = percentDecoded(address.slice(0, Math.max(0, hash))).replace(/^\.\//, '');
  if (file !== '' && file === fileName) return address.slice(hash);
  return base === undefined || !URL.canParse(address, base) ? address : new URL(address, base).href;
}
