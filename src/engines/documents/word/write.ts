import type { DocumentOptions } from '../documents.ts';
import { highlightedCode } from '../tree/code.ts';
import {
  addHeadingIds,
  contentsDepth,
  type ContentsEntry,
  contentsOf,
  contentsTitle,
  titleCount,
} from '../tree/contents.ts';
import type { Document } from '../tree/document.ts';
import { typesetFormulas } from '../tree/formulas.ts';
import { pageIn } from '../tree/page.ts';
import { sizedPictures } from '../tree/sizedPictures.ts';
import { WordBody } from './writing/body.ts';
import { Bookmarks, contentsBookmark, type Relationships } from './writing/links.ts';
import { WordPackage } from './writing/package.ts';
import { field, fieldEnd, fieldStart, textRun } from './writing/runs.ts';
import { xmlText } from '../xmlTree.ts';
import { styleSheet } from './writing/styleSheet.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}/relationships" xmlns:m="${office}/math" xmlns:wp="${drawing}/wordprocessingDrawing" xmlns:a="${drawing}/main" xmlns:pic="${drawing}/picture"`;
const element = (name: string, content: string): string => `<w:${name} ${namespaces}>${content}</w:${name}>`;
/** The formats of pictures that Word shows. */
const shownFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'gif', 'tiff', 'bmp']);
/** The lines above the notes. */
const noteLines = ['separator', 'continuationSeparator'].map(
  (type, index) =>
    `<w:footnote w:type="${type}" w:id="${index - 1}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`,
);
/** The distance of the page number from the edge of the page. */
const edgeTwips = 708;
const twipsPerPoint = 20;
/** The least width and height of a page without its margins. */
const leastTwips = 1440;

/** The page of a document. Lengths are in twips. */
interface Page {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly isLandscape: boolean;
}

/** Writes a Word document. */
export async function writeWord(document: Document, options: DocumentOptions): Promise<Buffer> {
  const { root } = document;
  addHeadingIds(root);
  const page = pageOf(options);
  const width = page.width - 2 * page.margin;
  const contents = options.contents === true ? contentsOf(document) : [];
  const content = {
    formulas: await typesetFormulas(root, {
      typeset: (typesetter, tex, isBlock) => typesetter.officeMath(tex, isBlock),
      sizeOf: ({ length }) => length,
    }),
    code: await highlightedCode(root),
    bookmarks: new Bookmarks(root, contents),
  };
  const pictures = options.pictures === false ? undefined : await sizedPictures(document, shownFormats);
  const body = new WordBody(root, content, pictures, {
    width: width / twipsPerPoint,
    height: (page.height - 2 * page.margin) / twipsPerPoint,
  });
  const titles = titleCount(root);
  const text = [
    body.write(root.children.slice(0, titles)),
    contentsField(contents, contentsTitle(document)),
    body.write(root.children.slice(titles)),
    body.end(),
  ].join('');

  const hasNotes = body.notes.length > 0;
  const word = new WordPackage();
  const add = (name: string, type: string, content: string, ownRelationships?: Relationships): string => {
    word.add(name, type, content, ownRelationships);
    return body.relationships.add(type, `${name}.xml`);
  };
  add('styles', 'styles', element('styles', styleSheet(width, document.language)));
  add('settings', 'settings', element('settings', settings(hasNotes)));
  add('numbering', 'numbering', element('numbering', body.lists.toXml()));
  if (hasNotes) {
    const notes = element('footnotes', noteLines.join('') + body.notes.join(''));
    add('footnotes', 'footnotes', notes, body.noteRelationships);
  }
  const footer =
    options.pageNumbers === true
      ? `<w:footerReference w:type="default" r:id="${add('footer1', 'footer', element('ftr', pageNumber))}"/>`
      : '';
  const section = `<w:sectPr>${footer}${sizeXml(page)}</w:sectPr>`;
  const main = element('document', `<w:body>${text}${section}</w:body>`);
  word.add('document', 'document.main', main, body.relationships);
  for (const { name, data } of pictures?.values() ?? []) word.addPicture(name, data);
  return word.toZip(document);
}

function pageOf(options: DocumentOptions): Page {
  const { size, margin } = pageIn(options);
  const [width = 0, height = 0] = size.map((points) => Math.round(points * twipsPerPoint));
  const most = Math.floor((Math.min(width, height) - leastTwips) / 2);
  const side = Math.round(margin * twipsPerPoint);
  return { width, height, margin: Math.min(side, most), isLandscape: width > height };
}

function sizeXml({ width, height, margin, isLandscape }: Page): string {
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${margin}"`).join(' ');
  const edge = Math.min(edgeTwips, margin);
  return `<w:pgSz w:w="${width}" w:h="${height}"${isLandscape ? ' w:orient="landscape"' : ''}/><w:pgMar ${sides} w:header="${edge}" w:footer="${edge}" w:gutter="0"/>`;
}

/** Writes the settings of the document, without which Word opens it in its compatibility mode. */
function settings(hasNotes: boolean): string {
  const notes = '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>';
  const compatibility =
    '<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/>';
  return `${hasNotes ? notes : ''}<w:compat>${compatibility}</w:compat>`;
}

const pageNumber = `<w:p><w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/></w:pPr>${field('PAGE', '<w:r><w:t>1</w:t></w:r>')}</w:p>`;

/**
 * Writes a table of contents with links, which Word can update. Word fills in the page numbers when it opens the
 * document.
 */
function contentsField(entries: readonly ContentsEntry[], title: string): string {
  if (entries.length === 0) return '';
  const heading = `<w:p><w:pPr><w:pStyle w:val="TOCHeading"/></w:pPr><w:r><w:t>${xmlText(title)}</w:t></w:r></w:p>`;
  const paragraphs = entries.map(({ level, text }, index) => {
    const name = contentsBookmark(index);
    const page = field(`PAGEREF ${name} \\h`, '<w:r><w:t xml:space="preserve"> </w:t></w:r>');
    const link = `<w:hyperlink w:anchor="${name}" w:history="1">${textRun(text.replaceAll(/\s+/g, ' '), {})}<w:r><w:tab/></w:r>${page}</w:hyperlink>`;
    const start = index === 0 ? fieldStart(`TOC \\o "1-${contentsDepth}" \\h \\z \\u`, true) : '';
    return `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/></w:pPr>${start}${link}</w:p>`;
  });
  return `${heading}${paragraphs.join('')}<w:p>${fieldEnd}</w:p>`;
}
