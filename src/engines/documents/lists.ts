import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { own } from '../../util/own.ts';
import { textsIn } from './changedFiles.ts';
import type { DocumentTarget } from './documents.ts';

export type ListItem = OfficeContentNode & { type: 'list' };

/**
 * Attributes for list labels that aren't plain numbers, and for the kind of numbering. They don't occur in documents
 * that officeparser has read.
 */
const labelAttribute = 'data-label';
const kindAttribute = 'data-numbering';
/** The indentation of a list level, in twentieths of a point. */
const indentTwips = 720;
const indentSpaces = 4;
/** Formats whose lists can't have custom labels. In these, a labeled item becomes a paragraph. */
const withoutLabels: ReadonlySet<DocumentTarget> = new Set(['md', 'txt', 'docx', 'odt', 'rtf']);

const kinds: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/** Returns an item with a custom label, such as `(a) `. */
export function withLabel(item: ListItem, label: string, format: string): ListItem {
  const kind = own(kinds, format) ?? '1';
  return { ...item, htmlAttributes: { [labelAttribute]: label, [kindAttribute]: kind } };
}

export function labelOf({ htmlAttributes = {} }: OfficeContentNode): string | undefined {
  return own(htmlAttributes, labelAttribute);
}

/** Returns the content of an item, with its label as the first text. */
export function labeledChildren(item: OfficeContentNode): OfficeContentNode[] {
  const label = labelOf(item);
  const { children = [] } = item;
  return label === undefined ? [...children] : [{ type: 'text', text: label }, ...children];
}

/** Adapts lists to a target format: separates consecutive lists, and writes custom labels as text. */
export function withShownLists(tree: OfficeParserAST, to: DocumentTarget): OfficeParserAST {
  return { ...tree, content: shown(tree.content, to) };
}

function shown(nodes: readonly OfficeContentNode[], to: DocumentTarget): OfficeContentNode[] {
  const result: OfficeContentNode[] = [];
  let before: ListItem | undefined;
  for (const node of nodes) {
    const same = node.children === undefined ? node : { ...node, children: shown(node.children, to) };
    if (same.type !== 'list') {
      before = undefined;
      result.push(same);
      continue;
    }
    if ((same.metadata?.indentation ?? 0) === 0) {
      if (before !== undefined && beginsList(same, before, to)) result.push(separator);
      before = same;
    }
    result.push(labelOf(same) === undefined ? same : shownItem(same, to));
  }
  return result;
}

/** True for the first item of a list that would otherwise merge with the list before it. */
function beginsList(item: ListItem, before: ListItem, to: DocumentTarget): boolean {
  const isLabeled = labelOf(item) !== undefined || labelOf(before) !== undefined;
  if (to === 'txt' || (isLabeled && withoutLabels.has(to))) return false;
  const [mark, other] = [item.metadata, before.metadata];
  if (mark?.listType !== 'ordered' || other?.listType !== 'ordered' || mark.listId === other.listId)
    return false;
  return mark.itemIndex !== other.itemIndex + 1 || labelOf(item) !== labelOf(before);
}

/** An invisible comment, which is the usual separator between lists in Markdown and HTML. */
const separator: OfficeContentNode = {
  type: 'comment',
  text: ' ',
  metadata: { commentId: '', sourceSyntax: 'html' },
};

function shownItem(item: ListItem, to: DocumentTarget): OfficeContentNode {
  const children = labeledChildren(item);
  if (!withoutLabels.has(to)) return { ...item, children };
  const { indentation = 0, alignment, anchorIds } = item.metadata ?? {};
  const indent: OfficeContentNode[] =
    to === 'txt' ? [{ type: 'text', text: ' '.repeat(indentSpaces * indentation) }] : [];
  return {
    type: 'paragraph',
    text: `${labelOf(item)}${item.text ?? ''}`,
    children: [...indent, ...children],
    ...(item.notes === undefined ? {} : { notes: item.notes }),
    metadata: {
      ...(alignment === undefined ? {} : { alignment }),
      ...(anchorIds === undefined ? {} : { anchorIds }),
      paragraphIndentation: { left: indentTwips * indentation },
    },
  };
}

const labeledList = /<ol>(\s*<li\b[^<>]*?) data-label="[^"]*" data-numbering="(\w)"/g;
const labeledItem = / data-label="[^"]*" data-numbering="\w"/g;

/** Sets the numbering type of lists with custom labels, and hides the numbers, since the labels are in the text. */
export function withNumberKinds(html: string): string {
  return html
    .replaceAll(labeledList, '<ol type="$2" style="list-style: none">$1')
    .replaceAll(labeledItem, '');
}

type ListKind = 'ordered' | 'unordered';

/** An OpenDocument file's parts with list styles. Those in `content.xml` take precedence. */
const listStyleParts = ['content.xml', 'styles.xml'];
const levelStyle = /<text:list-level-style-(bullet|number|image)\b([^<>]*)>/g;

/** Sets the kind of list for each level of an OpenDocument text, such as bullets below numbers, since officeparser uses one kind for all levels. */
export function withLevelKinds(tree: OfficeParserAST, document: Buffer): OfficeParserAST {
  return { ...tree, content: withKinds(tree.content, kindsIn(document)) };
}

/** Reads the kinds of lists, keyed by style name and level. */
function kindsIn(document: Buffer): Map<string, ListKind> {
  const texts = textsIn(document, (name) => listStyleParts.includes(name));
  const kinds = new Map<string, ListKind>();
  for (const part of listStyleParts) {
    const [, ...styles] = (texts.get(part) ?? '').split('<text:list-style ');
    for (const style of styles) {
      const name = attributeOf(style.slice(0, style.indexOf('>')), 'style:name');
      const [levels = ''] = style.split('</text:list-style>', 1);
      for (const [, kind, attributes = ''] of levels.matchAll(levelStyle)) {
        const key = keyOf(name, attributeOf(attributes, 'text:level'));
        if (!kinds.has(key)) kinds.set(key, kind === 'number' ? 'ordered' : 'unordered');
      }
    }
  }
  return kinds;
}

function attributeOf(attributes: string, name: string): string {
  return attributes.split(`${name}="`, 2)[1]?.split('"', 1)[0] ?? '';
}

function keyOf(style: string, level: string): string {
  return `${level} ${style}`;
}

function withKinds(
  nodes: readonly OfficeContentNode[],
  kinds: ReadonlyMap<string, ListKind>,
): OfficeContentNode[] {
  return nodes.map((node) => {
    const same = node.children === undefined ? node : { ...node, children: withKinds(node.children, kinds) };
    if (same.type !== 'list' || same.metadata === undefined) return same;
    const { listId, indentation, listType } = same.metadata;
    const kind = kinds.get(keyOf(listId, String(indentation + 1))) ?? listType;
    return { ...same, metadata: { ...same.metadata, listType: kind } };
  });
}
