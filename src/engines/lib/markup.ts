import { Parser } from 'htmlparser2';
import { isConversionError } from '../api/conversionError.ts';
import { type ByteSource, bytesOf, openBytes } from './byteSource.ts';
import { packedData, zipEntries, inflateEntry } from './zip.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Visits the elements of HTML or XML. Names of elements have no namespace prefix. */
export interface MarkupVisitor {
  /** Called at the beginning of each document: the file itself, or each part of a package. */
  start?(): void;
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** True if the visitor doesn't need the rest of the current document. */
  readonly isDone?: boolean;
}

const flatXml: ReadonlySet<string> = new Set(['dbk', 'fb2', 'fodp', 'fods', 'fodt', 'jats', 'opml']);
const chunkBytes = 64 * 1024;
const maxUnpackedBytes = 512 * 1024 ** 2;

/**
 * Parses the markup in a file: HTML, XML, or the XML parts of a package such as DOCX. Reads a damaged file as far as
 * possible, because the conversion itself reports damage better.
 * @throws ConversionError `conversion.limit_exceeded` if a package contains too much to inspect, and errors of visitors
 */
export function walkMarkup(inputPath: string, from: string, visitors: readonly MarkupVisitor[]): void {
  const file = openBytes(inputPath);
  try {
    if (from === 'html' || flatXml.has(from)) walk(file, from !== 'html', visitors);
    else for (const part of partsOf(file)) walk(bytesOf(part), true, visitors);
  } catch (error) {
    if (isConversionError(error)) throw error;
  } finally {
    file.dispose();
  }
}

export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function walk(source: ByteSource, xmlMode: boolean, visitors: readonly MarkupVisitor[]): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        for (const visitor of visitors) visitor.open(withoutPrefix(name), attributes);
      },
      onclosetag: (name) => {
        for (const visitor of visitors) visitor.close(withoutPrefix(name));
      },
    },
    { xmlMode, recognizeSelfClosing: true, decodeEntities: false },
  );
  for (const visitor of visitors) visitor.start?.();
  for (let at = 0; at < source.size; at += chunkBytes) {
    if (visitors.every(({ isDone }) => isDone)) return;
    // Decode as Latin-1, because all relevant names are ASCII.
    parser.write(source.read(at, Math.min(chunkBytes, source.size - at)).toString('latin1'));
  }
}

/** @throws ConversionError `conversion.limit_exceeded`; RangeError or Error if the file is damaged or isn't a ZIP */
function* partsOf(zip: ByteSource): Generator<Buffer> {
  let left = maxUnpackedBytes;
  for (const entry of zipEntries(zip)) {
    if (!/\.(?:xml|x?html?)$/i.test(entry.name.toString('latin1'))) continue;
    const part = inflateEntry(entry, packedData(zip, entry), left);
    left -= part.length;
    yield part;
  }
}
