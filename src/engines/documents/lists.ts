import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { own } from '../../util/own.ts';
import type { DocumentTarget } from './formats.ts';

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
