import { parse, parseExpression, type ParserOptions } from '@babel/parser';
import { decodeHTMLAttribute } from 'entities';
import {
  type Link,
  type LinkKind,
  type LinkPart,
  linksAt,
  type Notation,
  type Span,
  srcsetAddresses,
} from './link.ts';
import { styleLinks } from './styles.ts';

/** Dialects of JavaScript, by file extension. */
export type ScriptDialect = 'js' | 'ts' | 'tsx';

const plugins: Readonly<Record<ScriptDialect, NonNullable<ParserOptions['plugins']>>> = {
  js: ['jsx'],
  ts: ['typescript', 'decorators'],
  tsx: ['typescript', 'jsx', 'decorators'],
};

/** Keys of syntax nodes whose values are module specifiers. */
const specifiers = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Links in a script: import specifiers, JSX attributes, and strings and templates without substitutions, which may
 * contain CSS.
 * @throws SyntaxError if the script can't be parsed
 */
export function scriptLinks(part: LinkPart, dialect: ScriptDialect): Link[] {
  const { program } = parse(part.text, {
    ...leniently(dialect),
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowImportExportEverywhere: true,
    allowUndeclaredExports: true,
  });
  return linksOf(part, program);
}

/** Links in an expression in markup. Empty if the expression can't be parsed. */
export function expressionLinks(part: LinkPart): Link[] {
  try {
    return linksOf(part, parseExpression(part.text, leniently('ts')));
  } catch {
    return [];
  }
}

function leniently(dialect: ScriptDialect): ParserOptions {
  return { plugins: plugins[dialect], errorRecovery: true };
}

function linksOf(part: LinkPart, root: object): Link[] {
  const links: Link[] = [];
  // Not recursive, because a sum of thousands of strings is a very deep tree.
  const pending: { readonly node: Node; readonly parent: Node | undefined }[] = [];
  const push = (value: unknown, parent: Node | undefined): void => {
    if (Array.isArray(value)) for (const each of value) push(each, parent);
    else if (isNode(value)) pending.push({ node: value, parent });
  };
  push(root, undefined);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, parent } = next;
    links.push(...linksOfNode(part, node, parent));
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'loc' && key !== 'errors' && typeof value === 'object') push(value, node);
    }
  }
  return links.toSorted((a, b) => a.start - b.start);
}

function linksOfNode(part: LinkPart, node: Node, parent: Node | undefined): Link[] {
  const span = contentOf(part.text, node);
  if (span === undefined) return [];
  const raw = part.text.slice(span.start, span.end);
  if (parent?.type === 'JSXAttribute') return attributeLinks(part, span, nameOfAttribute(part.text, parent));
  if (raw.includes('url(')) {
    return styleLinks({ text: raw, offset: part.offset + span.start });
  }
  const kind: LinkKind = specifiers.has(parent?.type ?? '') ? 'specifier' : 'string';
  const quote = part.text.charAt(span.start - 1);
  return linksAt(part, span, stringNotation(kind, quote));
}

/** The range between the quotes of a string, or of a template without substitutions. */
function contentOf(text: string, { type, start, end }: Node): Span | undefined {
  if (type === 'StringLiteral') return { start: start + 1, end: end - 1 };
  return type === 'TemplateElement' && text[start - 1] === '`' && text[end] === '`'
    ? { start, end }
    : undefined;
}

function nameOfAttribute(text: string, { start, end }: Node): string {
  const attribute = text.slice(start, end);
  return attribute.slice(0, attribute.indexOf('=')).trim();
}

/** Links in a JSX attribute, which uses HTML's escapes. */
function attributeLinks(part: LinkPart, span: Span, name: string): Link[] {
  const isAddress = /^(?:src|href|poster)$/.test(name);
  const notation: Notation = {
    kind: 'url',
    isSure: isAddress,
    read: (raw) => decodeHTMLAttribute(raw),
    write: (path) => path,
  };
  if (!/srcset$/i.test(name)) return linksAt(part, span, notation);
  return srcsetAddresses(part.text.slice(span.start, span.end)).flatMap(({ start, end }) =>
    linksAt(part, { start: span.start + start, end: span.start + end }, { ...notation, isSure: true }),
  );
}

function stringNotation(kind: LinkKind, quote: string): Notation {
  return {
    kind,
    isSure: kind === 'specifier',
    // A path with any other escape doesn't count as a link.
    read: (raw) => raw.replaceAll(/\\(['"`\\/$])/g, '$1'),
    write: (path) => path.replaceAll(/[\\$]/g, String.raw`\$&`).replaceAll(quote, `\\${quote}`),
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}
