import type { OfficeContentNode } from 'officeparser';
import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { DocumentOptions } from '../documents.ts';
import type { DocumentTree } from '../read.ts';
import { highlightedCode } from '../codeHighlighting.ts';
import { withFormulas } from '../formulas.ts';
import { isTitle, languageOf } from '../markdown.ts';
import { contentsDepth, contentsTitle } from '../contents.ts';
import { blocksOf, boxOf } from './blocks.ts';
import { drawingForm } from './formulas.ts';
import './layout.ts';
import { levelOf } from './headings.ts';
import { colors, Notes, Outline, printThemes, sheetOf, type TextSurroundings } from './page.ts';
import { childrenOf, linesOf, plainText } from './inline.ts';
import { Typesetter } from './typesetter.ts';

const tocIndent = 14;
const footerGap = 14;
const noteIndent = 18;

/** Typesets a document and writes it as a PDF, with all fonts embedded. @throws ConversionError */
export async function print(read: DocumentTree, outputPath: string, options: DocumentOptions): Promise<void> {
  const sheet = sheetOf(options);
  const look = printThemes[options.pageStyle ?? 'standard'];
  const typesetter = new Typesetter();
  const { tree, formulas } = await withFormulas(read, drawingForm(typesetter));
  const page: TextSurroundings = {
    typesetter,
    look,
    size: look.bodySize,
    below: 0,
    isCell: false,
    headingSize: (heading) => look.headingSizes[levelOf(heading) - 1] ?? look.bodySize,
    outline: new Outline(),
    formulas,
    code: await highlightedCode(tree),
    notes: new Notes(),
    anchors: new Set(anchorsIn(tree.content)),
    attachments: new Map(tree.attachments.map((each) => [each.name, each])),
    pictures: new Map(),
    width: sheet.width,
    height: sheet.height,
    withPictures: options.pictures ?? true,
  };
  const head = tree.content.findIndex((node) => !isTitle(node));
  const title = await blocksOf(tree.content.slice(0, Math.max(0, head)), page, sheet.width);
  const body = await blocksOf(tree.content.slice(Math.max(0, head)), page, sheet.width);
  const notes = await notesOf(page, sheet.width);
  const { title: name, author, subject, keywords } = tree.metadata;
  const info = Object.entries({ title: name, author, subject, keywords }).filter(([, value]) => value);
  const language = languageOf(tree);
  const toc = options.contents === true ? contentsOf(page, contentsTitle(tree)) : [];
  const content = [...title, ...toc, ...body, ...notes];
  const definition: TDocumentDefinitions = {
    content: content.length === 0 ? [{ text: ' ' }] : content,
    images: await imagesOf(page),
    defaultStyle: { font: typesetter.text.name, fontSize: look.bodySize, lineHeight: look.lineHeight },
    pageSize: sheet.pageSize,
    pageOrientation: sheet.orientation,
    pageMargins: sheet.margin,
    info: Object.fromEntries(info),
    ...(options.pageNumbers === true ? { footer: footerOf(page, sheet.margin) } : {}),
    ...(language === undefined ? {} : { language }),
  };
  await write(definition, typesetter, outputPath);
}

/** Returns the pictures' data, keyed by their names in pdfmake. */
async function imagesOf({ pictures }: TextSurroundings): Promise<Record<string, string>> {
  const drawn = await Promise.all(
    [...pictures].map(async ([name, picture]) => [name, await picture] as const),
  );
  return Object.fromEntries(drawn.flatMap(([name, picture]) => (picture ? [[name, picture.dataUrl]] : [])));
}

function contentsOf(page: TextSurroundings, words: string): Content[] {
  const entries = page.outline.entries.filter(({ level }) => level <= contentsDepth);
  if (entries.length === 0) return [];
  const fontSize = page.look.headingSizes[1] ?? page.size;
  const title: Content = { stack: linesOf(plainText(words, page, { heading: true })), fontSize };
  const body = entries.map(({ id, level, text }): TableCell[] => [
    {
      stack: linesOf(plainText(text, page, { bold: level === 1 }, { linkToDestination: id })),
      margin: [tocIndent * (level - 1), 0, 0, 0],
    },
    { text: [{ pageReference: id }], alignment: 'right' },
  ]);
  const layout = {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingRight: () => 0,
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

async function write(definition: TDocumentDefinitions, typesetter: Typesetter, outputPath: string) {
  const fonts = typesetter.fonts();
  const own = new Set(Object.values(fonts).flatMap((styles) => Object.values(styles).flat()));
  pdfmake.setFonts(fonts);
  // pdfmake must not fetch or open anything that the document refers to.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => own.has(path));
  await pdfmake.createPdf(definition).write(outputPath);
}

async function notesOf(page: TextSurroundings, width: number): Promise<Content[]> {
  const blocks: Content[] = [];
  for (const [number, note] of page.notes) {
    const notePage = { ...page, size: page.look.noteSize, isCell: true };
    const stack = await boxOf(childrenOf(note), notePage, width - noteIndent);
    const columns = [{ text: number, width: noteIndent }, { stack }];
    blocks.push({ columns, fontSize: page.look.noteSize, margin: [0, 0, 0, 2] });
  }
  const line = { type: 'line', x1: 0, y1: 0, x2: width / 3, y2: 0, lineWidth: 0.5 } as const;
  return blocks.length === 0 ? [] : [{ canvas: [line], margin: [0, 12, 0, 6] }, ...blocks];
}

function* anchorsIn(nodes: readonly OfficeContentNode[]): Generator<string> {
  for (const { metadata, children } of nodes) {
    if (metadata && 'anchorIds' in metadata) yield* metadata.anchorIds?.slice(0, 1) ?? [];
    if (children) yield* anchorsIn(children);
  }
}
