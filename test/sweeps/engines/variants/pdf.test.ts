import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compareDrawings } from '../../../../tools/referenceDecoders/compareDrawings.ts';
import type { ReferenceDecoder } from '../../../../tools/referenceDecoders/referenceDecoder.ts';
import { pdfPixelDecoders } from '../../../../tools/referenceDecoders/pdfPixels.ts';
import { comparePdfText, pdfTextDecoders, pdfTextOf } from '../../../../tools/referenceDecoders/pdfText.ts';
import { pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { document } from '../../../support/service/fixtures.ts';
import { StandaloneService } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { sourceDecoderName } from '../../../../tools/variants/pdf/built.ts';
import { ciphers, encrypted } from '../../../../tools/variants/pdf/structures.ts';
import { pdfDrawingVariants, pdfTextVariants } from '../../../../tools/variants/pdf.ts';

/** Used if the original text of a file is known, because other readers may get its order wrong. */
const source: ReferenceDecoder<string> = {
  program: sourceDecoderName,
  isInstalled: () => true,
  read: async (file) => readFile(`${file}.txt`, 'utf8').catch(() => undefined),
};

describeVariants('The text of a PDF', pdfTextVariants, {
  to: 'txt',
  contentOf: pdfTextOf,
  decoders: [...pdfTextDecoders, source],
  compare: comparePdfText,
});

describeVariants('A page of a PDF', pdfDrawingVariants, {
  to: 'png',
  contentOf: (output) => pixelsOf(output),
  decoders: pdfPixelDecoders,
  compare: compareDrawings,
});

describe('An encrypted PDF', () => {
  const folder = useTemporaryFolder();

  it('opens with either of its passwords, with any encryption', async () => {
    const service = await StandaloneService.start(['--plan', 'pro', '--credits', '100000']);
    try {
      const plain = await service.api.convert(document('text.pdf'), 'txt');
      for (const [name, cipher] of Object.entries(ciphers)) {
        const file = path.join(folder.path, 'locked.pdf');
        await encrypted(file, 'user', cipher);
        for (const password of ['user', 'owner']) {
          const { output } = await service.api.convert(file, 'txt', { password });
          assert.deepEqual(output, plain.output, `${name}, ${password}`);
        }
      }
    } finally {
      await service.stop();
    }
  });
});
