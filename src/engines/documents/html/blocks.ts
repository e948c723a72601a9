import type { Element, Properties } from 'hast';
import { element, hasClass, textIn } from '../tree/document.ts';
import { codeBlock, languageAround } from './code.ts';
import type { ContentReader, Handler } from './content.ts';
import { alertOf, alertTitles, titles } from './elements.ts';
import { item, list } from './lists.ts';
import { type Context, looks, plain } from './look.ts';
import { type Declarations, pointsIn } from './styles.ts';
import { cell, table } from './tables.ts';
import { capitalized } from '../tree/alerts.ts';

/** Blocks with a meaning of their own. */
export const blockHandlers: Readonly<Record<string, Handler>> = {
  blockquote: (reader, node, context) => reader.holder('blockquote', node, context),
  dd: (reader, node, context) => reader.holder('dd', node, context, {}, { shape: 'mixed' }),
  details: (reader, node, context) => reader.block('details', node, context),
  dir: list,
  div: division,
  dl: (reader, node, context) => reader.block('dl', node, context),
  dt: line,
  hr: (reader, node) => {
    if (hasClass(node, 'page-break')) reader.pageBreak();
    else reader.flow.add(element('hr', {}));
  },
  li: (reader, node, context) => {
    if (context.isList === true) item(reader, node, context);
    else reader.flow.block('ul', {}, { shape: 'blocks' }, () => item(reader, node, context));
  },
  listing: code,
  menu: list,
  ol: list,
  p: paragraph,
  plaintext: code,
  pre: code,
  summary: line,
  table: table,
  tbody: (reader, node, context) => reader.block('tbody', node, context),
  td: cell,
  tfoot: (reader, node, context) => reader.block('tfoot', node, context),
  th: cell,
  thead: (reader, node, context) => reader.block('thead', node, { ...context, isTableHead: true }),
  tr: (reader, node, context) => reader.block('tr', node, context),
  ul: list,
  xmp: code,
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, paragraph])),
};

function line(reader: ContentReader, node: Element, context: Context): void {
  const inner = { ...plain(context), isLine: true };
  const { id } = reader.id(node);
  reader.flow.leaf({ tagName: node.tagName, properties: looks(context) }, id, () =>
    reader.all(node.children, inner),
  );
}

function paragraph(reader: ContentReader, node: Element, context: Context, declared: Declarations): void {
  if (reader.flow.isInLeaf) {
    reader.edge(node, context);
    return;
  }
  const marginLeft = pointsIn(declared.get('margin-left') ?? '') ?? 0;
  const style = marginLeft > 0 ? { ...context.style, marginLeft } : context.style;
  const properties = { ...looks({ ...context, style }), ...classOf(reader, node, context) };
  const { id } = reader.id(node);
  const inner = plain(context);
  reader.flow.leaf({ tagName: node.tagName, properties }, id, () => reader.all(node.children, inner));
}

function classOf(reader: ContentReader, node: Element, context: Context): Properties {
  if (context.isAlert === true && hasClass(node, ...alertTitles))
    return { className: ['markdown-alert-title'] };
  const title = titles.find((name) => node.tagName === 'p' && hasClass(node, name));
  const isFirst = reader.flow.blocks.every((block) => block.type === 'element' && hasClass(block, ...titles));
  return title !== undefined && isFirst && context.isUnbroken !== true ? { className: [title] } : {};
}

function division(reader: ContentReader, node: Element, context: Context): void {
  if (
    hasClass(node, 'mermaid') &&
    node.children.every(({ type }) => type === 'text') &&
    textIn(node).trim() !== ''
  ) {
    code(reader, node, context);
    return;
  }
  const type = alertOf(node);
  if (type === undefined) {
    reader.edge(node, { ...context, language: languageAround(node) ?? context.language });
    return;
  }
  const className = ['markdown-alert', `markdown-alert-${type}`];
  const hasTitle = node.children.some((child) => child.type === 'element' && hasClass(child, ...alertTitles));
  reader.flow.block('div', { ...reader.id(node), className }, { shape: 'blocks' }, () => {
    if (!hasTitle) {
      const title = { tagName: 'p', properties: { className: ['markdown-alert-title'] } };
      reader.flow.leaf(title, undefined, () => reader.text(capitalized(type), context));
    }
    reader.all(node.children, { ...context, isAlert: true, isUnbroken: true });
  });
}

function code(reader: ContentReader, node: Element, context: Context): void {
  if (!context.isInvisible) reader.flow.add(codeBlock(node, reader.id(node), context.language));
}
