import { writeFile } from 'node:fs/promises';
import { pdfOf } from '../../../test/support/service/pdfBuilder.ts';
import type { Variant } from '../variant.ts';
import { fileIn } from '../written.ts';

export type PdfObjects = Parameters<typeof pdfOf>[0];

/** A variant whose bytes are made here. `text` is its content, for cases where other programs can't be trusted. */
export function built(name: string, make: () => Buffer | Promise<Buffer>, text?: string): Variant {
  const what = {
    name,
    format: 'pdf',
    ...(text === undefined ? {} : { decoders: [sourceDecoderName] }),
  };
  return {
    ...what,
    make: async (folder) => {
      const file = fileIn(folder, what);
      await writeFile(file, await make());
      if (text !== undefined) await writeFile(`${file}.txt`, text);
      return file;
    },
  };
}

/** The name of the reference decoder that returns the file's source text, which is stored beside the file. */
export const sourceDecoderName = 'the text that it was made from';

export const stream = (content: string, dictionary = '') => ({ dictionary, stream: Buffer.from(content) });

/** A font that every PDF reader has. */
export const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** Page content that shows a word in the font `F`. */
export const word = (text: string, x = 20, y = 100): string => `BT /F 20 Tf ${x} ${y} Td (${text}) Tj ET`;
