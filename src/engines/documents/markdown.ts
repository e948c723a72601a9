import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { own } from '../../util/own.ts';
import { breaksIn, noBreaks, withoutEmptyPages } from './pageBreaks.ts';

const pandocBreak = String.raw`\newpage`;
const pageBreaks: ReadonlySet<string> = new Set([pandocBreak, String.raw`\pagebreak`]);
const pageBreak: OfficeContentNode = { type: 'break', metadata: { breakType: 'page' } };

/** Replaces Pandoc's page break commands with page breaks, and adds a title from the front matter. */
export function markdownDocument(tree: OfficeParserAST): OfficeParserAST {
  const content = withoutEmptyPages(tree.content.map((node) => (isPageBreak(node) ? pageBreak : node)));
  return withTitle({ ...tree, content });
}

function isPageBreak({ type, children = [] }: OfficeContentNode): boolean {
  return type === 'paragraph' && children.length === 1 && pageBreaks.has(children[0]?.text?.trim() ?? '');
}

/** Adds the title, author, and date from the front matter at the top, unless a heading repeats the title. */
function withTitle(tree: OfficeParserAST): OfficeParserAST {
  const { title, author } = tree.metadata;
  const byline = [author, fieldOf(tree, 'date')].filter(Boolean).join(' · ');
  const [first] = tree.content;
  const isRepeated = first?.type === 'heading' && first.text?.trim() === title?.trim();
  const lines = [
    ...(title === undefined || isRepeated ? [] : [styled('Title', title)]),
    ...(byline === '' || isRepeated ? [] : [styled('Subtitle', byline)]),
  ];
  return { ...tree, content: [...lines, ...tree.content] };
}

/** True for title and subtitle paragraphs, from front matter or from a Word document. */
export function isTitle({ type, metadata }: OfficeContentNode): boolean {
  return type === 'paragraph' && /^(?:sub)?title$/i.test(metadata?.style ?? '');
}

/** Returns the language of a document, such as `en-US`. */
export function languageOf(tree: OfficeParserAST): string | undefined {
  return tree.metadata.language ?? fieldOf(tree, 'lang');
}

function styled(style: string, text: string): OfficeContentNode {
  return { type: 'paragraph', text, children: [{ type: 'text', text }], metadata: { style } };
}

/** Returns a front matter field that officeparser treats as a custom property. */
function fieldOf({ metadata }: OfficeParserAST, name: string): string | undefined {
  const value = own(metadata.customProperties ?? {}, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

const tagName = /^ {0,3}<([a-z]\w*)/i;

/** Converts the page breaks in the styles of Markdown's HTML blocks to Pandoc's page break commands. */
export function withPageBreaks(markdown: string): string {
  if (!/break-(?:before|after)/i.test(markdown)) return markdown;
  const isCode = codeLines();
  let open: string | undefined;
  const lines = markdown.split(/\r?\n/).flatMap((line) => {
    if (isCode(line)) return [line];
    const [, name = ''] = tagName.exec(line) ?? [];
    const breaks = name === '' ? noBreaks : breaksIn(line.slice(0, line.indexOf('>')));
    if (breaks.after) open = `</${name.toLowerCase()}`;
    const isEnd = open !== undefined && (line.toLowerCase().includes(open) || /^(?:br|hr)$/i.test(name));
    if (isEnd) open = undefined;
    return [...(breaks.before ? ['', pandocBreak, ''] : []), line, ...(isEnd ? ['', pandocBreak, ''] : [])];
  });
  return lines.join('\n');
}

const delimiter = '$$';
const formulaStart = /^\$\$(?!\$)/;
/** The end of a formula, and the punctuation of its sentence. */
const formulaEnd = /\$\$([.,;]?)\s*$/;
const environmentStart =
  /^\\begin\{((?:align|alignat|eqnarray|equation|flalign|gather|multline)\*?|cases|[bpvBV]?matrix)\}/;
const maxFormulaLines = 200;

/** A formula that ends at a line. */
interface FormulaBlock {
  readonly tex: readonly string[];
  readonly last: number;
}

/**
 * Puts the delimiters of formulas in Markdown on lines of their own, since officeparser would otherwise read the text
 * up to the next formula as one. TeX environments without delimiters, which Jupyter and VS Code typeset, get them.
 */
export function withFormulaBlocks(markdown: string): string {
  if (!/^(?:\$\$|\\begin\{)/m.test(markdown)) return markdown;
  const lines = markdown.split(/\r?\n/);
  const written: string[] = [];
  const isCodeLine = codeLines();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isCode = isCodeLine(line);
    const formula = isCode ? undefined : (formulaAt(lines, at) ?? environmentAt(lines, at));
    if (formula !== undefined) {
      written.push(delimiter, ...formula.tex, delimiter);
      at = formula.last;
    } else if (isCode) written.push(line);
    // A delimiter without an end is text.
    else written.push(isOpen(line) ? line.replace(delimiter, String.raw`\$\$`) : line);
  }
  return written.join('\n');
}

/** True for a line that begins a formula and doesn't end it. */
function isOpen(line: string): boolean {
  return formulaStart.test(line) && !line.slice(delimiter.length).includes(delimiter);
}

function formulaAt(lines: readonly string[], at: number): FormulaBlock | undefined {
  const start = lines[at] ?? '';
  if (!isOpen(start)) return undefined;
  const tex = [start.slice(delimiter.length)];
  for (let last = at + 1; last <= at + maxFormulaLines; last += 1) {
    const line = lines[last];
    if (line === undefined || codeFence.test(line) || (isOpen(line) && !formulaEnd.test(line))) break;
    tex.push(line.replace(formulaEnd, '$1'));
    if (!formulaEnd.test(line)) continue;
    const shown = tex.filter((each) => each.trim() !== '');
    return shown.length === 0 ? undefined : { tex: shown, last };
  }
  return undefined;
}

function environmentAt(lines: readonly string[], at: number): FormulaBlock | undefined {
  const [, name] = environmentStart.exec(lines[at] ?? '') ?? [];
  if (name === undefined) return undefined;
  for (let last = at; last <= at + maxFormulaLines; last += 1) {
    const line = lines[last];
    if (line === undefined || line.trim() === '') return undefined;
    if (line.trimEnd().endsWith(`\\end{${name}}`)) return { tex: lines.slice(at, last + 1), last };
  }
  return undefined;
}

/** The marks at the beginning or end of a block of code in Markdown. */
const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/** Returns a function that is called with the lines of Markdown in order, and returns `true` for code and its fences. */
function codeLines(): (line: string) => boolean {
  let open: string | undefined;
  return (line) => {
    const [, marks] = codeFence.exec(line) ?? [];
    if (marks !== undefined && (open === undefined || line.trim().startsWith(open))) {
      open = open === undefined ? marks : undefined;
    }
    return open !== undefined || marks !== undefined;
  };
}
