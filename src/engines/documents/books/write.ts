import { randomUUID } from 'node:crypto';
import type { Element, ElementContent, RootContent } from 'hast';
import { mediaTypeOf } from '../../../contract/formats/table.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { percentDecoded } from '../../../util/text.ts';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import type { DocumentOptions } from '../documents.ts';
import { validLanguage } from '../html/pageAttributes.ts';
import { PageContent } from '../html/page.ts';
import { isBlock, laidOut, markupOf } from '../html/pageMarkup.ts';
import { contentCss, contentsList, mathMlOf, titleOf } from '../html/pageParts.ts';
import { safeAddress } from '../tree/addresses.ts';
import { highlightedCode, themeCss } from '../tree/code.ts';
import { addHeadingIds, contentsOf, contentsTitle, headingLevel } from '../tree/contents.ts';
import {
  type Document,
  element,
  elementsIn,
  hasClass,
  isNamed,
  type Picture,
  textProperty,
} from '../tree/document.ts';
import { withoutForbidden, xmlText } from '../xmlTree.ts';
import { zipped } from '../zippedFiles.ts';

/** A part of a book, by its name within the folder of the book. */
interface Chapter {
  readonly name: string;
  readonly content: readonly ElementContent[];
}

/** Readers limit the number of files, so longer books have several headings per chapter. */
const maxChapters = 1000;
/** The picture formats that every reading system supports (EPUB 3.3, 3.2), with their extensions. */
const pictureTypes: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
};
const folder = 'EPUB';
/** References in drawings to anything outside of them, and entities and scripts, which books can't have. */
const outsideReference =
  /<script|<!entity|@import|\b(?:href|src)\s?=\s?["'](?!#|data:)|\burl\(["']?(?!#|data:)/i;
const xhtmlType = 'application/xhtml+xml';

/** Writes an EPUB 3 book. It refers to nothing outside of it but links. @throws ConversionError */
export async function writeEpub(document: Document, options: DocumentOptions): Promise<Buffer> {
  const { root } = document;
  addHeadingIds(root);
  const pictures = options.pictures === false ? undefined : await supportedPictures(document);
  const code = await highlightedCode(root);
  const page = new PageContent(document, {
    formulas: await mathMlOf(root),
    code,
    pictureAddress: pictures && ((source) => pictures.get(source)?.name),
    linkAddress: bookAddress,
    isBook: true,
  });
  const chapters = chaptersOf(root.children).map((nodes, at): Chapter => {
    const content = page.of(nodes);
    return { name: `chapter${at + 1}.xhtml`, content: [...content, ...[page.notes() ?? []].flat()] };
  });
  const addresses = linkChapters(chapters);
  const pages = chapters.map(({ name, content }) => ({ name, markup: markupOf(laidOut(content), 'xhtml') }));
  const used = [...(pictures ?? new Map<string, NamedPicture>()).values()];
  return zipped([
    ['mimetype', 'application/epub+zip'],
    ['META-INF/container.xml', container],
    [`${folder}/package.opf`, packageOf(document, pages, used)],
    [
      `${folder}/nav.xhtml`,
      xhtml(document, markupOf(laidOut([navigation(document, chapters, addresses)]), 'xhtml')),
    ],
    [`${folder}/style.css`, code.size === 0 ? `${contentCss}\n` : `${contentCss}\n${themeCss}\n`],
    ...pages.map(({ name, markup }) => [`${folder}/${name}`, xhtml(document, markup)] as const),
    ...used.map(({ name, data }) => [`${folder}/${name}`, data] as const),
  ]);
}

interface NamedPicture extends Picture {
  readonly name: string;
}

/** Returns the pictures that the document shows, by their sources. Those in other formats are converted to PNG. */
async function supportedPictures({ root, pictures }: Document): Promise<Map<string, NamedPicture>> {
  const supported = new Map<string, NamedPicture>();
  for (const node of elementsIn(root)) {
    const source = textProperty(node, 'src') ?? '';
    const picture = node.tagName === 'img' && !supported.has(source) ? pictures.get(source) : undefined;
    const shown = picture && (await supportedPicture(picture));
    const extension = ownValue(pictureTypes, shown?.mediaType ?? '');
    if (shown !== undefined && extension !== undefined)
      supported.set(source, { ...shown, name: `images/picture${supported.size + 1}.${extension}` });
  }
  return supported;
}

async function supportedPicture(picture: Picture): Promise<Picture | undefined> {
  const isSupported = ownValue(pictureTypes, picture.mediaType) !== undefined;
  const isDrawing = picture.mediaType === 'image/svg+xml';
  if (isSupported && !(isDrawing && outsideReference.test(picture.data.toString()))) return picture;
  const { openImage } = await import('../../images/open.ts');
  try {
    const { image } = await openImage(picture.data);
    return { mediaType: mediaTypeOf('png'), data: await image.png().toBuffer() };
  } catch {
    // The picture is damaged or in a format that isn't supported, so that its description is shown.
    return undefined;
  }
}

/** Returns an address that a book may link to: a place in it, or a valid address elsewhere. */
function bookAddress(address: string): string | undefined {
  if (address.startsWith('#')) return address;
  const escaped = address.trim().replaceAll(/[\s"<>\\^`{|}]/g, encodeURIComponent);
  return URL.canParse(escaped) && !/%(?![\da-f]{2})/i.test(escaped) ? safeAddress(escaped) : undefined;
}

/** Splits a document before its headings of the first level that it has more than once. */
function chaptersOf(nodes: readonly RootContent[]): RootContent[][] {
  const flat = withoutSections(nodes);
  const countOf = (name: string): number => flat.filter((node) => isNamed(node, name)).length;
  const name = countOf('h1') <= 1 && countOf('h2') > 1 ? 'h2' : 'h1';
  const perChapter = Math.ceil(countOf(name) / maxChapters);
  const chapters: RootContent[][] = [[]];
  let count = 0;
  for (const node of flat) {
    const last = chapters.at(-1) ?? [];
    const isBeginning = isNamed(node, name) && count % perChapter === 0;
    if (isNamed(node, name)) count += 1;
    if (isBeginning && last.length > 0) chapters.push([node]);
    else last.push(node);
  }
  // A chapter begins on a new page anyway.
  return chapters.map((chapter) => (isPageBreak(chapter.at(-1)) ? chapter.slice(0, -1) : chapter));
}

/** Replaces sections by their content, so that a heading in a section can begin a chapter. */
function withoutSections(nodes: readonly RootContent[]): RootContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [];
    const isSection = isNamed(node, 'div') || isNamed(node, 'section');
    const isPlain =
      isSection && !hasClass(node, 'markdown-alert') && textProperty(node, 'style') === undefined;
    if (!isPlain || !node.children.every(isBlock)) return [node];
    const [first, ...others] = withoutSections(node.children);
    const id = textProperty(node, 'id');
    if (id === undefined || first?.type !== 'element') return first === undefined ? [] : [first, ...others];
    const place = element('a', { id });
    const isText = first.tagName === 'p' || headingLevel(first.tagName) !== undefined;
    return [
      ...(isText ? [{ ...first, children: [place, ...first.children] }] : [element('p', {}, [place]), first]),
      ...others,
    ];
  });
}

function isPageBreak(node: RootContent | undefined): boolean {
  return isNamed(node, 'hr') && hasClass(node, 'page-break');
}

/**
 * Makes the links within a book lead to the right file, and gives ids that XML doesn't allow valid names. Returns the
 * addresses of the ids.
 */
function linkChapters(chapters: readonly Chapter[]): ReadonlyMap<string, string> {
  const nodes = chapters.flatMap((chapter) =>
    Array.from(elementsIn(element('body', {}, chapter.content)), (node) => ({ node, chapter })),
  );
  const taken = new Set(nodes.map(({ node }) => textProperty(node, 'id')));
  const addresses = new Map<string, string>();
  let number = 0;
  for (const { node, chapter } of nodes) {
    const id = textProperty(node, 'id');
    if (id === undefined) continue;
    let valid = id;
    while (!/^[a-z_][\w.-]*$/i.test(valid) || (valid !== id && taken.has(valid)))
      valid = `place-${(number += 1)}`;
    node.properties['id'] = valid;
    addresses.set(id, `${chapter.name}#${valid}`);
  }
  for (const { node, chapter } of nodes) {
    const href = textProperty(node, 'href');
    if (href?.startsWith('#') !== true) continue;
    const address = addresses.get(href.slice(1)) ?? addresses.get(percentDecoded(href.slice(1)));
    if (address === undefined) delete node.properties['href'];
    else
      node.properties['href'] = address.startsWith(`${chapter.name}#`)
        ? address.slice(chapter.name.length)
        : address;
  }
  return addresses;
}

function navigation(
  document: Document,
  chapters: readonly Chapter[],
  addresses: ReadonlyMap<string, string>,
): Element {
  const headings = contentsOf(document).filter(({ id }) => addresses.has(id));
  const [start] = chapters;
  const whole = { id: '', level: 1, text: titleOf(document) };
  const list = contentsList(
    headings.length === 0 ? [whole] : headings,
    ({ id }) => addresses.get(id) ?? start?.name ?? '',
  );
  const type = { 'epub:type': 'toc', role: 'doc-toc' };
  return element('nav', type, [element('h1', {}, [contentsTitle(document)]), list]);
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="${folder}/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

function packageOf(
  document: Document,
  chapters: readonly { readonly name: string; readonly markup: string }[],
  pictures: readonly NamedPicture[],
): string {
  const { author = '', date = '', language } = document;
  const metadata = [
    `<dc:identifier id="id">urn:uuid:${randomUUID()}</dc:identifier>`,
    `<dc:title>${escapeMarkup(titleOf(document))}</dc:title>`,
    ...(author.trim() === '' ? [] : [`<dc:creator>${escapeMarkup(author.trim())}</dc:creator>`]),
    ...(/^\d{4}(?:-\d\d){0,2}$/.test(date) ? [`<dc:date>${date}</dc:date>`] : []),
    // `und` is the tag of an unknown language.
    `<dc:language>${validLanguage(language) ?? 'und'}</dc:language>`,
    `<meta property="dcterms:modified">${new Date().toISOString().replace(/\.\d+/, '')}</meta>`,
  ];
  const manifest = [
    `<item id="nav" href="nav.xhtml" media-type="${xhtmlType}" properties="nav"/>`,
    '<item id="style" href="style.css" media-type="text/css"/>',
    ...chapters.map((chapter, at) => {
      const properties = chapter.markup.includes('<math ') ? ' properties="mathml"' : '';
      return `<item id="chapter${at + 1}" href="${chapter.name}" media-type="${xhtmlType}"${properties}/>`;
    }),
    ...pictures.map(
      ({ name, mediaType }, at) => `<item id="picture${at + 1}" href="${name}" media-type="${mediaType}"/>`,
    ),
  ];
  return withoutForbidden(`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    ${metadata.join('\n    ')}
  </metadata>
  <manifest>
    ${manifest.join('\n    ')}
  </manifest>
  <spine>
    ${chapters.map((_, at) => `<itemref idref="chapter${at + 1}"/>`).join('\n    ')}
  </spine>
</package>
`);
}

function xhtml(document: Document, body: string): string {
  const language = validLanguage(document.language);
  const languages = language === undefined ? '' : ` lang="${language}" xml:lang="${language}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${languages}>
<head>
<title>${xmlText(titleOf(document))}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>${body}</body>
</html>
`;
}
