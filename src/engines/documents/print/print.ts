import type { OfficeContentNode } from 'officeparser';
import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { DocumentOptions } from '../options.ts';
import type { DocumentTree } from '../read.ts';
import { blocksOf } from './blocks.ts';
import { Notes } from './notes.ts';
import { bodySize, type Page } from './page.ts';
import { sheetOf } from './sheet.ts';
import { Typesetter } from './typesetter.ts';

/** Sets a document on pages and writes them as a PDF, with every font that it uses in it. @throws ConversionError */
export async function print(tree: DocumentTree, outputPath: string, options: DocumentOptions): Promise<void> {
  const sheet = sheetOf(options);
  const page: Page = {
    typesetter: new Typesetter(),
    notes: new Notes(),
    anchors: new Set(anchorsIn(tree.content)),
    attachments: new Map(tree.attachments.map((each) => [each.name, each])),
    pictures: new Map(),
    height: sheet.height,
    withPictures: options.pictures ?? true,
  };
  const content = await blocksOf(tree.content, page, sheet.width);
  const notes = await notesOf(page, sheet.width);
  const { title, author, subject, keywords, language } = tree.metadata;
  const info = Object.entries({ title, author, subject, keywords }).filter(([, value]) => value);
  const definition: TDocumentDefinitions = {
    content: [...content, ...notes, ...(content.length + notes.length === 0 ? [{ text: ' ' }] : [])],
    images: Object.fromEntries(page.pictures),
    defaultStyle: { font: 'text', fontSize: bodySize, lineHeight: 1.25 },
    pageSize: sheet.pageSize,
    pageOrientation: sheet.orientation,
    pageMargins: sheet.margin,
    info: Object.fromEntries(info),
    ...(language === undefined ? {} : { language }),
  };
  await write(definition, page.typesetter, outputPath);
}

async function write(definition: TDocumentDefinitions, typesetter: Typesetter, outputPath: string) {
  const fonts = typesetter.fonts();
  const own = new Set(Object.values(fonts).flatMap((styles) => Object.values(styles).flat()));
  pdfmake.setFonts(fonts);
  // The document is somebody's: nothing that it names is fetched or opened.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => own.has(path));
  await pdfmake.createPdf(definition).write(outputPath);
}

async function notesOf(page: Page, width: number): Promise<Content[]> {
  const blocks: Content[] = [];
  for (const [number, note] of page.notes) {
    const stack = await blocksOf(note.children ?? [], page, width);
    blocks.push({ columns: [{ text: number, width: 18 }, { stack }], fontSize: 9 });
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
