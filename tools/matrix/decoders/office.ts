import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { convertDocument } from '../../../src/engines/documents/convert.ts';
import { withFile } from '../../../test/support/service/lentFiles.ts';
import { decodeDocument, type DocumentFacts } from './documents.ts';

const exec = promisify(execFile);

/** A document's content according to our own reader, which shares no code with LibreOffice. */
export async function decodeByOurs(content: Buffer, format: string): Promise<DocumentFacts> {
  return withFile(content, format, async (inputPath) => {
    const outputPath = path.join(path.dirname(inputPath), 'output.html');
    const names = { inputPath, inputBytes: content.length, outputPath, fileName: `a.${format}` };
    await convertDocument({
      tool: 'convert',
      engine: 'document',
      from: format,
      to: 'html',
      options: {},
      ...names,
    });
    return decodeDocument(await readFile(outputPath), 'html');
  });
}

/** The text of an old Word document, as catdoc reads it. It doesn't support emoji. */
export async function textByCatdoc(content: Buffer): Promise<string> {
  return withFile(content, 'doc', async (file) => {
    const { stdout } = await exec('catdoc', ['-w', '-d', 'utf-8', file], { maxBuffer: 1 << 26 });
    return stdout;
  });
}

/** The body of a flat OpenDocument file that libxml2 accepts as well-formed. */
export async function flatBody(content: Buffer, format: string): Promise<string> {
  return withFile(content, format, async (file) => {
    const query = '//*[local-name()="body"]';
    const { stdout } = await exec('xmllint', ['--huge', '--xpath', query, file], { maxBuffer: 1 << 26 });
    return stdout;
  });
}

/** The text between XML tags. */
export function textOfXml(xml: string): string {
  const text = xml
    .replaceAll(/<\/(?:text:p|text:h|a:p)>|<text:(?:tab|s|line-break)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
