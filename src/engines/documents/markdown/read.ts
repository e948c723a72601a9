import type { Element, ElementContent, Nodes as PageNodes, Root as Page } from 'hast';
import type {
  Blockquote,
  FootnoteReference,
  Html,
  Link,
  List,
  ListItem,
  Nodes,
  Paragraph,
  Root,
} from 'mdast';
import { defListFromMarkdown, defListHastHandlers } from 'mdast-util-definition-list';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handlers, type State, toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { depthFault } from '../faults.ts';
import { cleanHtml } from '../html/clean.ts';
import { addHeadingIds } from '../tree/contents.ts';
import { type Document, element, formulaElement, maxDepth, textIn } from '../tree/document.ts';
import { boundedContainers, boundedSigns, checkContainers } from './bounds.ts';
import { formulaNodes, formulas } from './formulas.ts';
import { PictureData } from './pictureData.ts';
import { alertOf } from '../tree/alerts.ts';

interface MarkdownOptions {
  /** The file's own name, by which its links may refer to it. */
  readonly fileName?: string | undefined;
}

/** Reads CommonMark with GitHub's extensions, formulas, definition lists, and front matter. @throws ConversionError */
export async function readMarkdown(markdown: string, { fileName }: MarkdownOptions = {}): Promise<Document> {
  const { yaml, rest } = withoutFrontMatter(markdown);
  const pictures = new PictureData();
  const reading = { allowDangerousHtml: true, handlers: { ...handlers, ...noteHandlers() } };
  const tree = toHast(parse(pictures.replace(rest)), reading);
  const document = cleanHtml(await pageOf(tree, pictures), { fileName });
  addHeadingIds(document.root);
  const fields = yaml === '' ? {} : (await import('./frontMatter.ts')).fieldsOf(yaml);
  return withTitle({ ...document, ...fields });
}

/** Returns the page that Markdown is, with its HTML parsed. Most files have none, and need no parser. */
async function pageOf(tree: PageNodes, pictures: PictureData): Promise<Page> {
  if (hasHtml(tree)) {
    const { parseMarkup, toHtml } = await import('../markupReaders.ts');
    return parseMarkup(pictures.restore(toHtml(tree, { allowDangerousHtml: true })));
  }
  pictures.restoreIn(tree);
  return tree.type === 'root' ? tree : { type: 'root', children: [] };
}

function hasHtml(node: PageNodes): boolean {
  return node.type === 'raw' || ('children' in node && node.children.some(hasHtml));
}

/** The first line of front matter: a comment, or the name of a field. Otherwise, `---` is a rule. */
const fieldLine = /^\s*(?:#|["']?[^\s"'#:][^\n:]*:(?:\s|$))/;

/** Returns the YAML at the beginning of a text, and the rest. TOML is left out. */
function withoutFrontMatter(markdown: string): { readonly yaml: string; readonly rest: string } {
  const [start = '', kind] = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n/.exec(markdown) ?? [];
  const rest = markdown.slice(start.length);
  const end = (kind === '---' ? /^(?:---|\.\.\.)[ \t]*$/m : /^\+\+\+[ \t]*$/m).exec(rest);
  const matter = rest.slice(0, end?.index);
  const isMatter = kind !== undefined && end !== null && (kind === '+++' || fieldLine.test(matter));
  if (!isMatter) return { yaml: '', rest: markdown };
  return { yaml: kind === '---' ? matter : '', rest: rest.slice(end.index + end[0].length) };
}

function parse(markdown: string): Root {
  checkContainers(markdown);
  try {
    const tree = fromMarkdown(markdown, {
      extensions: [gfm(), boundedSigns(), boundedContainers(markdown), formulas(markdown)],
      mdastExtensions: [gfmFromMarkdown(), defListFromMarkdown, formulaNodes],
    });
    checkDepth(tree);
    joinSchemes(tree);
    return tree;
  } catch (error) {
    throw depthFault(error);
  }
}

function joinSchemes(node: Nodes): void {
  if (!('children' in node)) return;
  for (const [at, child] of node.children.entries()) {
    if (child.type === 'link') joinScheme(child, node.children[at - 1]);
    else joinSchemes(child);
  }
}

/** Makes the scheme before an address without brackets a part of its link, as on GitHub. */
function joinScheme(link: Link, before: Nodes | undefined): void {
  const [text] = link.children;
  if (before?.type !== 'text' || text?.type !== 'text' || link.url !== `mailto:${text.value}`) return;
  const [scheme = ''] = /\b(?:mailto|xmpp):$/i.exec(before.value) ?? [];
  if (scheme === '') return;
  before.value = before.value.slice(0, -scheme.length);
  text.value = `${scheme}${text.value}`;
  link.url = text.value;
}

function checkDepth(tree: Root): void {
  let level: readonly Nodes[] = [tree];
  // The elements of an item are nested more deeply than its nodes.
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth - 5) throw new ConversionError(fault('document.depth'));
    level = level.flatMap((node): readonly Nodes[] => ('children' in node ? node.children : []));
  }
}

const pageBreaks: ReadonlySet<string> = new Set([String.raw`\newpage`, String.raw`\pagebreak`]);
const alert = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

const handlers: Handlers = {
  ...defListHastHandlers,
  math: (_: State, { value }: { readonly value: string }) => formulaElement({ tex: value, isBlock: true }),
  inlineMath: (_: State, { value }: { readonly value: string }) =>
    formulaElement({ tex: value, isBlock: false }),
  // As on GitHub, tags of such elements are text, unless the whole element is here.
  html: (_, { value }: Html) => ({
    type: 'raw',
    value: value.replace(opaque, (sign, name: string) =>
      value.toLowerCase().includes(`</${name.toLowerCase()}`) ? sign : '&lt;',
    ),
  }),
  list(state, node: List) {
    // The items then needn't look at each other, which would take long in long lists.
    const spread = node.spread === true || node.children.some((item) => item.spread === true);
    for (const item of node.children) item.spread = spread;
    return defaultHandlers.list(state, node);
  },
  listItem: (state, node: ListItem) => defaultHandlers.listItem(state, node, undefined),
  paragraph(state, node: Paragraph) {
    const [only, ...others] = node.children;
    const isBreak = only?.type === 'text' && others.length === 0 && pageBreaks.has(only.value.trim());
    return isBreak ? element('hr', { className: ['page-break'] }) : element('p', {}, state.all(node));
  },
  blockquote(state, node: Blockquote) {
    const kind = alertIn(node);
    if (kind === undefined) return element('blockquote', {}, state.wrap(state.all(node), true));
    return alertOf(kind, state.all(withoutMarker(node)));
  },
};

/** Elements in which HTML has no others, so that everything after their name would be lost. */
const opaque =
  /<(?=\/?(iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)(?=[\t\n\f\r />]))/gi;

/**
 * Writes notes in a section at the end, as GitHub does, but without links back to the references, of which there may be
 * many.
 */
function noteHandlers(): Handlers {
  const numbers = new Map<string, number>();
  return {
    footnoteReference(_, { identifier }: FootnoteReference) {
      const id = identifier.toUpperCase();
      const number = numbers.get(id) ?? numbers.size + 1;
      numbers.set(id, number);
      const link = element('a', { href: `#user-content-fn-${number}`, dataFootnoteRef: true }, [
        String(number),
      ]);
      return element('sup', {}, [link]);
    },
    root(state, node: Root) {
      const children = state.wrap(state.all(node));
      const items: Element[] = [];
      // The notes themselves may refer to more notes.
      for (const [id, number] of numbers) {
        const note = state.footnoteById.get(id);
        if (note !== undefined)
          items.push(element('li', { id: `user-content-fn-${number}` }, state.all(note)));
      }
      if (items.length > 0)
        children.push(element('section', { dataFootnotes: true }, [element('ol', {}, items)]));
      return children;
    },
  };
}

/** Returns the kind of an alert, such as `note`, or `undefined` for a quote. */
function alertIn({ children: [first] }: Blockquote): string | undefined {
  const [start, next] = first?.type === 'paragraph' ? first.children : [];
  if (start?.type !== 'text') return undefined;
  const [marker, kind] = alert.exec(start.value) ?? [];
  const isAlone = marker?.endsWith('\n') === true || next === undefined || next.type === 'break';
  return isAlone ? kind?.toLowerCase() : undefined;
}

function withoutMarker(node: Blockquote): Blockquote {
  const [first, ...others] = node.children;
  if (first?.type !== 'paragraph') return node;
  const [start, ...inline] = first.children;
  const text = start?.type === 'text' ? start.value.replace(alert, '') : '';
  const rest =
    text === ''
      ? inline.slice(inline[0]?.type === 'break' ? 1 : 0)
      : [{ type: 'text' as const, value: text }, ...inline];
  return { ...node, children: rest.length === 0 ? others : [{ ...first, children: rest }, ...others] };
}

/** Adds the title, author, and date from the front matter at the top, unless a heading repeats the title. */
function withTitle(document: Document): Document {
  const { root, title, author, date } = document;
  const byline = [author, date].filter((each) => each !== undefined).join(' · ');
  const [first] = root.children;
  const isHeading = first?.type === 'element' && /^h[1-6]$/.test(first.tagName);
  if (isHeading && textIn(first).trim() === title) return document;
  const lines: ElementContent[] = [
    ...(title === undefined ? [] : [element('p', { className: ['title'] }, [title])]),
    ...(byline === '' ? [] : [element('p', { className: ['subtitle'] }, [byline])]),
  ];
  return { ...document, root: { ...root, children: [...lines, ...root.children] } };
}
