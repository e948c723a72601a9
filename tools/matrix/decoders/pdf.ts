import { withFile } from '../../../test/support/service/lentFiles.ts';
import { printedText } from '../../../test/support/service/program.ts';

/** A PDF's content according to Poppler. */
export interface PdfFacts {
  /** Text in the order in which it was written. */
  readonly text: string;
  readonly pages: number;
  /** In points. */
  readonly pageSize: readonly [width: number, height: number];
  /** The right edge of the rightmost word on the first page, in points. */
  readonly rightmost: number;
  readonly title: string | undefined;
  /** The embedded fonts, and the fonts that are only named. */
  readonly fonts: readonly string[];
  readonly missingFonts: readonly string[];
  readonly links: readonly string[];
  readonly pictures: number;
}

/** @throws Error if qpdf finds a fault in the PDF */
export async function decodePdf(pdf: Buffer): Promise<PdfFacts> {
  return withFile(pdf, 'pdf', async (file) => {
    await printedText('qpdf', ['--check', file]);
    const fonts = linesOf(await printedText('pdffonts', [file]));
    const facts = await printedText('pdfinfo', [file]);
    const size = /^Page size: +([\d.]+) x ([\d.]+)/m.exec(facts);
    const boxes = await printedText('pdftotext', ['-bbox', '-l', '1', file, '-']);
    const rights = [...boxes.matchAll(/xMax="([\d.]+)"/g)].map(([, right]) => right);
    return {
      text: await printedText('pdftotext', ['-raw', file, '-']),
      pages: Number(/^Pages: +(\d+)/m.exec(facts)?.[1]),
      pageSize: [Math.round(Number(size?.[1])), Math.round(Number(size?.[2]))],
      rightmost: Math.max(0, ...rights.map(Number)),
      title: /^Title: +(.*)$/m.exec(facts)?.[1],
      fonts: fonts.filter(isEmbedded),
      missingFonts: fonts.filter((line) => !isEmbedded(line)),
      links: linesOf(await printedText('pdfinfo', ['-url', file])).map(
        (line) => line.split(/ +/).at(-1) ?? '',
      ),
      // Poppler lists a picture's mask beside the picture.
      pictures: linesOf(await printedText('pdfimages', ['-list', file])).filter((line) =>
        /^\d+ +\d+ +image /.test(line),
      ).length,
    };
  });
}

function isEmbedded(line: string): boolean {
  return / yes (?:yes|no) +(?:yes|no) +\d+ +\d+$/.test(line);
}

/** The lines of a table without the header and the rule below it. */
function linesOf(table: string): string[] {
  const lines = table.trimEnd().split('\n');
  return lines.slice(lines[1]?.startsWith('--') ? 2 : 1).map((line) => line.trim());
}
