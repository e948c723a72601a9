import { type OfficeContentNode, OfficeGenerator } from 'officeparser';
import { withChangedFiles, withCorrectedAddresses } from '../changedFiles.ts';
import { highlightedCode, type HighlightedCode, tokenStyle } from '../codeHighlighting.ts';
import { contentsTitle, type DocumentWithContents, withContents } from '../contents.ts';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import { withFormulas } from '../formulas.ts';
import { type DocumentOptions, pageOf } from '../documents.ts';
import type { DocumentTree } from '../read.ts';
import { styleSheet } from './styleSheet.ts';

const namespace = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const stylesName = 'word/styles.xml';
const textParts = /^word\/(?:document|footnotes|endnotes)\.xml$/;

/** Containers in which officeparser would write a paragraph for each run of text. */
const wrapping: ReadonlySet<string> = new Set(['cell', 'note']);

/** Writes a Word document with formulas, highlighted code, and a style sheet that suits printing. */
export async function writeWord(
  read: DocumentTree,
  options: DocumentOptions,
  common: { readonly includeImages: boolean },
): Promise<Uint8Array> {
  const { tree: typeset, formulas } = await withFormulas(read, {
    typeset: (typesetter, tex, isBlock) => typesetter.officeMath(tex, isBlock),
    sizeOf: ({ length }) => length,
  });
  const code = await highlightedCode(typeset);
  const content = typeset.content.map((node) => withParagraphs(node, code));
  const contents = options.contents === true ? withContents({ ...typeset, content }) : undefined;
  const pageNumber: OfficeContentNode = { type: 'paragraph', text: '', children: [] };
  const tree = contents?.tree ?? { ...typeset, content };
  const auxiliary = options.pageNumbers === true ? { footers: [pageNumber] } : tree.auxiliary;
  const { value } = await OfficeGenerator.generate(
    { ...tree, ...(auxiliary === undefined ? {} : { auxiliary }) },
    'docx',
    {
      ...common,
      onNode: (node) => {
        if (node === pageNumber) return pageNumberParagraph;
        return node === contents?.place ? contentsField(contents) : formulas.get(node);
      },
      docxConfig: pageOf(options),
    },
  );
  return withChangedFiles(
    withCorrectedAddresses(value),
    (name) => name === stylesName || textParts.test(name),
    (text, name) =>
      name === stylesName
        ? styleSheet
        : text.replace(/<w:\w+ xmlns:w=/, (tag) => tag.replace(' ', ` ${namespace} `)),
  );
}

/** Returns a node whose lines of text are in paragraphs, and whose code has colors. */
function withParagraphs(node: OfficeContentNode, code: HighlightedCode): OfficeContentNode {
  const tokens = code.get(node);
  if (tokens !== undefined) {
    const children = tokens.map(({ text, kind }): OfficeContentNode => {
      const style = tokenStyle(kind);
      return { type: 'text', text, ...(style && { formatting: style }) };
    });
    return { type: 'paragraph', text: node.text ?? '', children, metadata: { style: 'Code' } };
  }
  // Nodes without children aren't copied, because formulas are found by node identity.
  if (node.children === undefined && node.notes === undefined) return node;
  const notes = node.notes?.map((note) => withParagraphs(note, code));
  const children = node.children?.map((child) => withParagraphs(child, code));
  return {
    ...node,
    ...(notes === undefined ? {} : { notes }),
    ...(children === undefined
      ? {}
      : { children: wrapping.has(node.type) ? paragraphsOf(children) : children }),
  };
}

function paragraphsOf(nodes: readonly OfficeContentNode[]): OfficeContentNode[] {
  const result: OfficeContentNode[] = [];
  let line: OfficeContentNode[] = [];
  const end = (): void => {
    if (line.length > 0) result.push({ type: 'paragraph', children: line });
    line = [];
  };
  for (const node of nodes) {
    if (isInLine(node)) line.push(node);
    else {
      end();
      result.push(node);
    }
  }
  end();
  return result;
}

function isInLine(node: OfficeContentNode): boolean {
  if (node.type === 'code') return node.metadata?.math === 'inline';
  return node.type === 'text' || node.type === 'image' || node.type === 'break';
}

const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const pageNumberParagraph = `<w:p><w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/></w:pPr>${field('PAGE', '<w:r><w:t>1</w:t></w:r>')}</w:p>`;

/**
 * Writes a table of contents with links, which Word can update. Word fills in the page numbers when it opens the
 * document.
 */
function contentsField({ tree, entries }: DocumentWithContents): string {
  const title = `<w:p><w:pPr><w:pStyle w:val="TOCHeading"/></w:pPr><w:r><w:t>${escapeMarkup(contentsTitle(tree))}</w:t></w:r></w:p>`;
  const start =
    '<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>';
  const end = '<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
  const paragraphs = entries.map(({ id, level, text }, index) => {
    const page = field(`PAGEREF ${id} \\h`, '<w:r><w:t xml:space="preserve"> </w:t></w:r>');
    const link = `<w:hyperlink w:anchor="${id}" w:history="1"><w:r><w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r><w:r><w:tab/></w:r>${page}</w:hyperlink>`;
    return `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/></w:pPr>${index === 0 ? start : ''}${link}</w:p>`;
  });
  return entries.length === 0 ? '' : `${title}${paragraphs.join('')}${end}`;
}
