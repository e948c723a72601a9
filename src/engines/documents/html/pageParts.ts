import type { Element, Root } from 'hast';
import { type ContentsEntry, headingLevel, isTitle } from '../tree/contents.ts';
import { type Document, element, elementsIn, isNamed, textIn } from '../tree/document.ts';
import { typesetFormulas } from '../tree/formulas.ts';
import { alertColors } from '../tree/alerts.ts';

/** The rules that pages and books have in common. */
export const contentCss = `img { max-width: 100%; height: auto }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border: 1px solid #d0d7de; padding: 0.3rem 0.7rem; vertical-align: top }
th { background: #f6f8fa; text-align: start }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 0.25rem solid #d0d7de; color: #57606a }
code, pre { font: 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace }
code { background: #f6f8fa; padding: 0.1em 0.3em; border-radius: 0.25rem }
pre { background: #f6f8fa; padding: 0.8rem 1rem; border-radius: 0.4rem; white-space: pre-wrap; overflow-wrap: anywhere }
pre code { font-size: inherit; background: none; padding: 0 }
math[display="block"] { margin: 1rem 0; overflow-x: auto }
.subtitle { color: #57606a }
.task-list-item { list-style: none }
.markdown-alert { margin: 1rem 0; padding: 0 1rem; border-left: 0.25rem solid }
${Object.entries(alertColors)
  .map(([kind, color]) => `.markdown-alert-${kind} { border-color: ${color} }`)
  .join('\n')}
.markdown-alert-title { font-weight: 600 }
.footnotes { margin-top: 2rem; border-top: 1px solid #d0d7de; font-size: 0.875em }
.page-break { border: 0; break-after: page }`;

/** Returns the title of a document: its own, or its first heading. */
export function titleOf({ title, root }: Document): string {
  if (title !== undefined && title.trim() !== '') return title.trim();
  for (const node of elementsIn(root)) {
    const text = headingLevel(node.tagName) === undefined && !isTitle(node) ? '' : textIn(node).trim();
    if (text !== '') return text.replaceAll('\n', ' ');
  }
  return 'Untitled';
}

/** Makes nested lists of links to headings. */
export function contentsList(
  entries: readonly ContentsEntry[],
  addressOf: (entry: ContentsEntry) => string,
): Element {
  const top = element('ol', {});
  const open = [{ level: 0, item: element('nav', {}, [top]) }];
  for (const entry of entries) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= entry.level) open.pop();
    const parent = open.at(-1)?.item;
    const last = parent?.children.at(-1);
    const list = isNamed(last, 'ol') ? last : element('ol', {});
    if (list !== last) parent?.children.push(list);
    const item = element('li', {}, [element('a', { href: addressOf(entry) }, [entry.text])]);
    list.children.push(item);
    open.push({ level: entry.level, item });
  }
  return top;
}

/** Typesets the formulas of a document as MathML. */
export function mathMlOf(root: Root): Promise<ReadonlyMap<Element, string>> {
  return typesetFormulas(root, {
    typeset: (typesetter, tex, isBlock) => typesetter.mathMl(tex, isBlock),
    sizeOf: ({ length }) => length,
  });
}
