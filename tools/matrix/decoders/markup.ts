import { withFile } from '../../../test/support/service/lentFiles.ts';
import { printed } from '../programs/scratch.ts';
import { textByLibreOffice } from './documents.ts';

/** Reads the text of a document with a program other than the one that wrote it. */
type Reader = (content: Buffer, format: string) => Promise<string>;

const by =
  (program: string, ...args: readonly string[]): Reader =>
  async (content, format) =>
    withFile(content, format, async (file) => (await printed(program, [...args, file])).toString());

/** Well-formed XML without its tags. */
const xml = by('xmllint', '--nonet', '--xpath', 'string(/)');
/** Readable markup needs no decoder. */
const source: Reader = async (content) => new TextDecoder('utf-8', { fatal: true }).decode(content);

const readers: Readonly<Record<string, Reader>> = {
  adoc: by('asciidoctor', '--safe-mode=secure', '--failure-level=WARN', '--out-file=-'),
  dbk: xml,
  fb2: xml,
  icml: xml,
  jats: xml,
  man: by('groff', '-k', '-Tutf8', '-P-cbou', '-t', '-rLL=500n', '-man'),
  rst: by('rst2xml', '--halt=3', '--no-file-insertion'),
  rtf: textByLibreOffice,
  tei: xml,
  texi: by('makeinfo', '--plaintext', '--enable-encoding', '--fill-column=9999'),
};

/**
 * The text of a document.
 * @throws if the document is invalid
 */
export async function markupText(content: Buffer, format: string): Promise<string> {
  return (readers[format] ?? source)(content, format);
}
