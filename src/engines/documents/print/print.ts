import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { DocumentOptions } from '../documents.ts';
import { highlightedCode } from '../tree/code.ts';
import { addHeadingIds, contentsDepth, contentsTitle, titleCount } from '../tree/contents.ts';
import { type Document, elementsIn, hasClass, textProperty } from '../tree/document.ts';
import { typesetFormulas } from '../tree/formulas.ts';
import { pageIn } from '../tree/page.ts';
import { sizedPictures } from '../tree/sizedPictures.ts';
import { Grids } from '../tree/tables.ts';
import { blocksOf, boxOf } from './blocks.ts';
import { linesOf, noteAnchor, plainText, titleTextIn } from './inline.ts';
import { Anchors, bareLayout, colors, Outline, printThemes, type TextSurroundings } from './page.ts';
import { Typesetter } from './typesetter.ts';
import { writePdf } from './writePdf.ts';
import { Notes } from '../tree/notes.ts';
import { drawingForm } from './textDrawings.ts';

export { printDrawing } from './drawing.ts';

const tocIndent = 14;
const footerGap = 14;
const noteIndent = 18;

/** Typesets a document and writes it as a PDF, with all fonts embedded. @throws ConversionError */
export async function print(document: Document, outputPath: string, options: DocumentOptions): Promise<void> {
  const { root, author, language } = document;
  const { size: paper, margin } = pageIn(options);
  const width = paper[0] - 2 * margin;
  const look = printThemes[options.pageStyle ?? 'standard'];
  const typesetter = new Typesetter();
  const withPictures = options.pictures ?? true;
  addHeadingIds(root);
  const page: TextSurroundings = {
    typesetter,
    look,
    size: look.bodySize,
    below: 0,
    isCell: false,
    outline: new Outline(),
    formulas: await typesetFormulas(root, drawingForm(typesetter)),
    code: await highlightedCode(root),
    notes: new Notes(),
    grids: new Grids(),
    anchors: new Anchors(idsIn(document)),
    pictures: withPictures ? await sizedPictures(document, new Set()) : new Map(),
    width,
    height: paper[1] - 2 * margin,
    withPictures,
  };
  const start = titleCount(root);
  const top = blocksOf(root.children.slice(0, start), page, width);
  const body = blocksOf(root.children.slice(start), page, width);
  const notes = notesOf(page, width);
  const title = titleOf(document);
  const info = Object.entries({ title, author }).filter(([, value]) => value);
  const toc = options.contents === true ? contentsOf(page, contentsTitle(document)) : [];
  const content = [...top, ...toc, ...body, ...notes];
  const definition: TDocumentDefinitions = {
    content: content.length === 0 ? [{ text: ' ' }] : content,
    images: imagesOf(page),
    defaultStyle: { font: typesetter.text.name, fontSize: look.bodySize, lineHeight: look.lineHeight },
    pageSize: { width: paper[0], height: paper[1] },
    pageMargins: margin,
    info: Object.fromEntries(info),
    displayTitle: title !== undefined,
    ...(options.pageNumbers === true ? { footer: footerOf(page, margin) } : {}),
    ...(language === undefined ? {} : { language }),
  };
  await writePdf(definition, typesetter, outputPath);
}

/** Returns the pictures by their names in pdfmake. */
function imagesOf({ pictures }: TextSurroundings): Record<string, string> {
  return Object.fromEntries(
    Array.from(pictures.values(), ({ name, format, data }) => [
      name,
      `data:image/${format};base64,${data.toString('base64')}`,
    ]),
  );
}

/** The title of a document, or its first heading of the first level. */
function titleOf({ title, root }: Document): string | undefined {
  if (title !== undefined) return title;
  for (const node of elementsIn(root)) {
    if (node.tagName === 'h1' || hasClass(node, 'title')) return titleTextIn(node) || undefined;
  }
  return undefined;
}

/** The ids that links can lead to. */
function* idsIn({ root }: Document): Generator<string> {
  for (const node of elementsIn(root)) {
    const id = textProperty(node, 'id') ?? '';
    if (id !== '') yield id;
  }
}

function contentsOf(page: TextSurroundings, words: string): Content[] {
  const entries = page.outline.entries.filter(({ level }) => level <= contentsDepth);
  if (entries.length === 0) return [];
  const fontSize = page.look.headingSizes[1] ?? page.size;
  const title: Content = { stack: linesOf(plainText(words, page, { heading: true }), page), fontSize };
  const body = entries.map(({ id, level, text }): TableCell[] => [
    {
      stack: linesOf(plainText(text, page, { bold: level === 1 }, { linkToDestination: id }), page),
      margin: [tocIndent * (level - 1), 0, 0, 0],
    },
    { text: [{ pageReference: id }], alignment: 'right' },
  ]);
  const layout = {
    ...bareLayout,
    paddingTop: (row: number) => (row > 0 && entries[row]?.level === 1 ? page.size * 0.4 : 0),
    paddingBottom: () => 1,
  };
  const table: Content = { table: { widths: ['*', 'auto'], body }, layout };
  return [{ stack: [title, { ...table, margin: [0, 4, 0, page.look.paragraphGap * 2] }] }];
}

function footerOf(page: TextSurroundings, margin: number): (current: number) => Content {
  return (current) => ({
    text: String(current),
    alignment: 'center',
    fontSize: page.look.noteSize,
    color: colors.quiet,
    margin: [0, Math.max(0, Math.min(footerGap, margin - footerGap)), 0, 0],
  });
}

function notesOf(page: TextSurroundings, width: number): Content[] {
  const blocks: Content[] = [];
  for (const [number, note] of page.notes) {
    const notePage = { ...page, size: page.look.noteSize, isCell: true };
    const stack = boxOf(note.children, notePage, width - noteIndent);
    const mark = {
      text: [{ text: String(number), anchors: { ids: [noteAnchor(number)] } }],
      width: noteIndent,
    };
    blocks.push({ columns: [mark, { stack }], fontSize: page.look.noteSize, margin: [0, 0, 0, 2] });
  }
  const line = { type: 'line', x1: 0, y1: 0, x2: width / 3, y2: 0, lineWidth: 0.5 } as const;
  const rule: Content = { canvas: [line], margin: [0, 12, 0, 6] };
  // The line isn't left alone at the end of a page.
  return blocks.length === 0
    ? []
    : [Object.assign(rule, { needs: 20 + page.look.noteSize * 1.5 }), ...blocks];
}
