import { strToU8, zipSync } from 'fflate';

const names = ['office', 'text', 'table', 'style', 'drawing', 'presentation', 'meta', 'chart'];
const prefixes = ['office', 'text', 'table', 'style', 'draw', 'presentation', 'meta', 'chart'];
const namespaces = [
  ...prefixes.map(
    (prefix, index) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${names[index]}:1.0"`,
  ),
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

/** The parts of an OpenDocument document. */
export interface OpenParts {
  readonly body: string;
  readonly styles?: string;
  readonly meta?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly isPresentation?: boolean;
}

/** Writes a part with this root element. */
export function openPart(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:${root} ${namespaces}>${content}</office:${root}>`;
}

/** An OpenDocument document of these parts. */
export function openDocument({
  body,
  styles = '',
  meta = '',
  files = {},
  isPresentation,
}: OpenParts): Buffer {
  const kind = isPresentation === true ? 'presentation' : 'text';
  const content = `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`;
  const parts: Record<string, string | Uint8Array> = {
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': openPart('document-content', content),
    'meta.xml': openPart('document-meta', `<office:meta>${meta}</office:meta>`),
    ...files,
  };
  const packed = Object.entries(parts).map(([name, file]) => [
    name,
    typeof file === 'string' ? strToU8(file) : file,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(packed)));
}
