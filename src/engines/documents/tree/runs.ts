import type { Element, ElementContent, Properties } from 'hast';
import { isLink } from './addresses.ts';
import { element, styleText } from './document.ts';

/** The look of text, and the address that it links to. */
export interface Look {
  readonly link?: string | undefined;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly strikethrough?: boolean | undefined;
  readonly subscript?: boolean | undefined;
  readonly superscript?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly color?: string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly fontSize?: number | undefined;
}

/** A piece of a line: text, or an inline element, in one look. */
export interface Run {
  readonly content: string | Element;
  readonly look: Look;
}

const codeFonts = /mono|courier|consol|menlo/i;
const hexColor = /^#[\da-f]{6}$/i;

/** True for the name of a font in which code is set. */
export function isCodeFont(name: string | undefined): boolean {
  return name !== undefined && codeFonts.test(name);
}

/** Returns the content of a line or paragraph, in which white space is as shown, and equal looks aren't repeated. */
export function inlineContent(runs: readonly Run[]): ElementContent[] {
  const content: ElementContent[] = [];
  const open: { readonly key: string; readonly children: ElementContent[] }[] = [];
  for (const run of shownRuns(runs)) {
    const enclosures = enclosuresOf(run.look);
    let same = 0;
    while (same < enclosures.length && open[same]?.key === enclosures[same]?.key) same += 1;
    open.length = same;
    for (const { key, tagName, properties } of enclosures.slice(same)) {
      const opened = element(tagName, properties);
      (open.at(-1)?.children ?? content).push(opened);
      open.push({ key, children: opened.children });
    }
    const children = open.at(-1)?.children ?? content;
    const last = children.at(-1);
    if (typeof run.content !== 'string') children.push(run.content);
    else if (last?.type === 'text') last.value += run.content;
    else children.push({ type: 'text', value: run.content });
  }
  return content;
}

/** Collapses white space as HTML does, and removes line breaks before and after the text. */
function shownRuns(runs: readonly Run[]): readonly Run[] {
  const shown: Run[] = [];
  /** True where HTML ignores a space. */
  let isAfterSpace = true;
  /** The index of a space that is ignored if a line ends after it. */
  let spaceAt: number | undefined;
  let isLeading = true;
  const endLine = (): void => {
    const last = spaceAt === undefined ? undefined : shown[spaceAt];
    if (spaceAt !== undefined && typeof last?.content === 'string') {
      shown[spaceAt] = { ...last, content: last.content.slice(0, -1) };
    }
    spaceAt = undefined;
  };
  for (const { content, look } of runs) {
    if (typeof content !== 'string') {
      const isBreak = content.tagName === 'br';
      const isAnchor = content.tagName === 'span' && content.children.length === 0;
      if (isBreak) endLine();
      else if (!isAnchor) [isLeading, spaceAt] = [false, undefined];
      if (isBreak || !isAnchor) isAfterSpace = isBreak;
      if (!isBreak || !isLeading) shown.push({ content, look });
      continue;
    }
    const collapsed = content.replaceAll(/[\t\n\f\r ]+/g, ' ');
    const text = isAfterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (text === '') continue;
    isLeading = false;
    isAfterSpace = text.endsWith(' ');
    spaceAt = isAfterSpace ? shown.length : undefined;
    shown.push({ content: text, look });
  }
  endLine();
  while (isBreak(shown.at(-1))) shown.pop();
  return shown.filter(({ content }) => content !== '');
}

function isBreak(run: Run | undefined): boolean {
  return typeof run?.content === 'object' && run.content.tagName === 'br';
}

interface Enclosure {
  readonly key: string;
  readonly tagName: string;
  readonly properties: Properties;
}

/** Returns the elements around text in a look, outermost first. */
function enclosuresOf(look: Look): readonly Enclosure[] {
  const { link, color, backgroundColor } = look;
  // Programs set code smaller, and so do writers.
  const fontSize = look.code ? undefined : look.fontSize;
  const style = styleText({
    ...(color !== undefined && hexColor.test(color) ? { color } : {}),
    ...(backgroundColor !== undefined && hexColor.test(backgroundColor) ? { backgroundColor } : {}),
    ...(fontSize === undefined || !Number.isFinite(fontSize) ? {} : { fontSize }),
  });
  const enclosures: (readonly [isOpen: boolean | undefined, tagName: string, properties?: Properties])[] = [
    [isLink(link), 'a', { href: link }],
    [look.bold, 'strong'],
    [look.italic, 'em'],
    [look.underline, 'u'],
    [look.strikethrough, 's'],
    [look.subscript, 'sub'],
    [look.superscript, 'sup'],
    [style !== undefined, 'span', { style }],
    [look.code, 'code'],
  ];
  return enclosures
    .filter(([isOpen]) => isOpen)
    .map(([, tagName, properties = {}]) => ({
      key: JSON.stringify([tagName, properties]),
      tagName,
      properties,
    }));
}

/** Adds a block, which continues the block before it if both are quotes, code, or terms of definitions. */
export function addJoined(blocks: ElementContent[], block: Element): void {
  const last = blocks.at(-1);
  if (last?.type !== 'element' || last.tagName !== block.tagName) blocks.push(block);
  else if (block.tagName === 'blockquote' || block.tagName === 'dl') last.children.push(...block.children);
  else if (block.tagName === 'pre' && isCode(last) && isCode(block)) {
    const [before, after] = [last.children[0], block.children[0]];
    if (before?.type === 'element' && after?.type === 'element')
      before.children.push({ type: 'text', value: '\n' }, ...after.children);
  } else blocks.push(block);
}

function isCode({ children: [code] }: Element): boolean {
  return code?.type === 'element' && code.properties['className'] === undefined;
}

/** Returns the content of a cell or item: without a paragraph around its only line. */
export function tightContent(blocks: readonly ElementContent[]): readonly ElementContent[] {
  const [first, ...others] = blocks;
  const isLine = first?.type === 'element' && first.tagName === 'p' && isPlain(first);
  return isLine && others.every(isList) ? [...first.children, ...others] : blocks;
}

function isPlain({ properties }: Element): boolean {
  return Object.values(properties).every((value) => value === undefined);
}

/** True for a list. */
export function isList(node: ElementContent): node is Element & { tagName: 'ol' | 'ul' } {
  return node.type === 'element' && (node.tagName === 'ol' || node.tagName === 'ul');
}
