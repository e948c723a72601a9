// Prints a document as the engine does, and reads the PDF with PDF.js.
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromHtml } from 'hast-util-from-html';
import { getDocument, OPS, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DocumentOptions } from '../../src/engines/documents/documents.ts';
import type { Document } from '../../src/engines/documents/tree/document.ts';
import { inFolder } from './service/lentFiles.ts';

// Without the build, which copies the fonts, an imported font is its path.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.ttf')
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export default ${JSON.stringify(fileURLToPath(url))};`,
        }
      : next(url, context),
});

/** A piece of text, a picture, or a link. Lengths are in points, from the upper left corner of the page. */
interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PrintedPage {
  /** The text from left to right, top to bottom, with a line break between baselines. */
  readonly text: string;
  readonly pieces: readonly (Placed & { readonly text: string })[];
  readonly pictures: readonly Placed[];
  /** The number of drawn lines. */
  readonly lines: number;
  /** The targets are addresses, or the page and height of a place. */
  readonly links: readonly (Placed & { readonly target: string })[];
}

export interface Printed {
  readonly pdf: Buffer;
  readonly pages: readonly PrintedPage[];
  readonly bookmarks: readonly string[];
  readonly title: string | undefined;
  readonly language: string | undefined;
}

/** Prints a fragment of HTML in the form of a document's tree. */
export async function printed(
  html: string,
  properties: Partial<Omit<Document, 'root'>> = {},
  options: DocumentOptions = {},
): Promise<Printed> {
  const { print } = await import('../../src/engines/documents/print/print.ts');
  const root = fromHtml(html, { fragment: true });
  return inFolder(async (folder) => {
    const file = path.join(folder, 'a.pdf');
    await print({ pictures: new Map(), ...properties, root }, file, options);
    return readPdf(await readFile(file));
  });
}

/** Reads a PDF with PDF.js. */
export async function readPdf(pdf: Buffer): Promise<Printed> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useWorkerFetch: false });
  const document = await loading.promise;
  const outline: { readonly title: string }[] | null = await document.getOutline();
  const { info }: { info: { Title?: string; Language?: string | null } } = await document.getMetadata();
  const pages: PrintedPage[] = [];
  const targetOf = async (dest: unknown): Promise<string> => {
    const found = typeof dest === 'string' ? await document.getDestination(dest) : null;
    if (found === null) return '';
    return `${await document.getPageIndex(found[0])} ${Math.round(found[3])}`;
  };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { height: pageHeight } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent({ disableNormalization: true });
    const pieces = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , size = 0, x = 0, y = 0]: number[] = item.transform;
      return [{ text: item.str, x, y: pageHeight - y, width: item.width, height: size }];
    });
    const annotations: { url?: string; dest?: unknown; rect: number[] }[] = await page.getAnnotations();
    const links = annotations.map(
      async ({ url, dest, rect: [left = 0, bottom = 0, right = 0, top = 0] }) => ({
        x: left,
        y: pageHeight - top,
        width: right - left,
        height: top - bottom,
        target: url ?? (await targetOf(dest)),
      }),
    );
    const { fnArray, argsArray }: { fnArray: number[]; argsArray: number[][] } = await page.getOperatorList();
    pages.push({
      text: textOf(pieces),
      pieces,
      pictures: picturesOf(fnArray, argsArray, pageHeight),
      lines: fnArray.filter(
        (operator, at) => operator === OPS.constructPath && argsArray[at]?.[0] === OPS.stroke,
      ).length,
      links: await Promise.all(links),
    });
  }
  await loading.destroy();
  return {
    pdf,
    pages,
    bookmarks: (outline ?? []).map((each) => each.title),
    title: info.Title,
    language: info.Language ?? undefined,
  };
}

function textOf(pieces: PrintedPage['pieces']): string {
  const ordered = pieces.toSorted((a, b) => (Math.abs(a.y - b.y) > 2 ? a.y - b.y : a.x - b.x));
  let text = '';
  for (const [index, piece] of ordered.entries()) {
    const last = ordered[index - 1];
    if (last !== undefined)
      text += Math.abs(piece.y - last.y) > 2 ? '\n' : piece.x - last.x - last.width > 1 ? ' ' : '';
    text += piece.text.trim();
  }
  return text;
}

/** The places of pictures, which fill the unit square of their coordinates. */
function picturesOf(
  fnArray: readonly number[],
  argsArray: readonly number[][],
  pageHeight: number,
): Placed[] {
  const placed: Placed[] = [];
  const saved: number[][] = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.save) saved.push(matrix);
    if (operator === OPS.restore) matrix = saved.pop() ?? matrix;
    if (operator === OPS.transform) matrix = Util.transform(matrix, argsArray[at]);
    if (operator !== OPS.paintImageXObject) continue;
    const [width = 0, , , height = 0, x = 0, y = 0] = matrix;
    const top = pageHeight - Math.max(y, y + height);
    placed.push({ x, y: top, width: Math.abs(width), height: Math.abs(height) });
  }
  return placed;
}
