import { mediaTypeOf } from '../../../contract/formats/table.ts';
import type { DocumentOptions } from '../documents.ts';
import type { Document } from '../tree/document.ts';
import { pageIn } from '../tree/page.ts';
import { sizedPictures } from '../tree/sizedPictures.ts';
import { OpenBody } from './body.ts';
import { fontFaces, part, styleSheet } from './styleSheet.ts';
import { xmlText } from '../xmlTree.ts';
import { zipped } from '../zippedFiles.ts';

/** The formats of pictures that LibreOffice shows. */
const shownFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'svg', 'bmp', 'tiff', 'webp']);

/** Writes an OpenDocument text. */
export async function writeOpenDocument(document: Document, options: DocumentOptions): Promise<Buffer> {
  const { pictures: withPictures = true } = options;
  const page = pageIn(options);
  const pictures = withPictures ? await sizedPictures(document, shownFormats) : undefined;
  const body = new OpenBody(pictures, page.height);
  const text = body.write(document.root.children, page.width);
  const styles = `<office:automatic-styles>${body.styles.xml}</office:automatic-styles>`;
  const shown = [...(pictures?.values() ?? [])];
  const mediaType = mediaTypeOf('odt');
  const entries = [
    ['/', mediaType] as const,
    ...['content.xml', 'styles.xml', 'meta.xml'].map((name) => [name, 'text/xml'] as const),
    ...shown.map(
      ({ name, format }) => [`Pictures/${name}`, mediaTypeOf(format === 'jpeg' ? 'jpg' : format)] as const,
    ),
  ].map(
    ([name, type]) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${type}"/>`,
  );
  return zipped([
    ['mimetype', mediaType],
    [
      'content.xml',
      part(
        'document-content',
        `${fontFaces}${styles}<office:body><office:text>${text}</office:text></office:body>`,
      ),
    ],
    ['styles.xml', styleSheet(document.language, page)],
    ['meta.xml', part('document-meta', metadata(document))],
    ...shown.map(({ name, data }) => [`Pictures/${name}`, data] as const),
    [
      'META-INF/manifest.xml',
      `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entries.join('')}</manifest:manifest>`,
    ],
  ]);
}

function metadata({ title, author, language }: Document): string {
  const elements = [
    ['dc:title', title],
    ['meta:initial-creator', author],
    ['dc:creator', author],
    ['dc:language', language],
  ] as const;
  const written = elements.map(([name, value]) => (value ? `<${name}>${xmlText(value)}</${name}>` : ''));
  return `<office:meta>${written.join('')}</office:meta>`;
}
