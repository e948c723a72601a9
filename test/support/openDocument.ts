import { strToU8, type Zippable, zipSync } from 'fflate';

const names = 'office text table style presentation meta chart script manifest'.split(' ');
/** The attributes of the root element of each part. */
const attributes = [
  ...names.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
  'xmlns:ooo="http://openoffice.org/2004/office"',
  'xmlns:dom="http://www.w3.org/2001/xml-events"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'office:version="1.2"',
].join(' ');

type Kind = 'text' | 'spreadsheet' | 'presentation';

export const openMediaType = (kind: Kind): string => `application/vnd.oasis.opendocument.${kind}`;

/** The parts of an OpenDocument document. */
export interface OpenParts {
  readonly kind?: Kind;
  readonly body: string;
  readonly styles?: string;
  readonly meta?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Writes a part with this root element. */
export function openPart(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${root} ${attributes}>${content}</${root}>`;
}

/** A flat OpenDocument file with this body; `before` precedes it, and `type` precedes everything. */
export function flatDocument(kind: Kind, body: string, before = '', type = ''): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>${type}<office:document ${attributes} office:mimetype="${openMediaType(kind)}">${before}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
  );
}

/** The part with the content of a document. */
export function openContent({ kind = 'text', body, styles = '' }: OpenParts): string {
  const content = `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`;
  return openPart('office:document-content', content);
}

/** An OpenDocument document of these parts. */
export function openDocument(parts: OpenParts): Buffer {
  const { kind = 'text', meta = '', files = {} } = parts;
  const entries: Zippable = { mimetype: [strToU8(openMediaType(kind)), { level: 0 }] };
  const others = {
    'content.xml': openContent(parts),
    'meta.xml': openPart('office:document-meta', `<office:meta>${meta}</office:meta>`),
    ...files,
  };
  for (const [name, file] of Object.entries(others))
    entries[name] = typeof file === 'string' ? strToU8(file) : file;
  return Buffer.from(zipSync(entries));
}
