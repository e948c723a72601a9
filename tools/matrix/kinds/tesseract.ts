import assert from 'node:assert/strict';
import path from 'node:path';
import { scanFormats } from '../../../src/engines/pdf/pdf.ts';
import { document } from '../../../test/support/service/fixtures.ts';
import { wordsByPoppler, wordsOfPages } from '../../../test/support/service/poppler.ts';
import { decodeDocument } from '../decoders/documents.ts';
import { printed, samplesFolder } from '../programs/scratch.ts';
import type { Check, Proofs } from '../proofs.ts';

const note = document('note.png');
const text = 'A note from the harbor Ferries leave every morning';
const samplePath = (format: string): string => path.join(samplesFolder(), `note.${format}`);
const byPillow = 'import sys; from PIL import Image; Image.open(sys.argv[1]).convert("L").save(sys.argv[2])';
const encoders: Readonly<Record<string, (target: string) => [program: string, args: string[]]>> = {
  '.heic': (target) => ['heif-enc', [note, '-o', target]],
  '.avif': (target) => ['avifenc', [note, target]],
};

const sameWords: Check = async ({ to, output }) => {
  const words =
    to === 'txt' ? wordsOfPages(output.toString()).flat() : (await decodeDocument(output, to)).words;
  assert.equal(words.join(' '), text);
};

const sameWordsOnPage: Check = async ({ output }) => {
  assert.equal((await wordsByPoppler(output)).flat().join(' '), text);
};

export const tesseractProofs: readonly Proofs[] = [
  {
    engine: 'tesseract',
    kind: 'documents',
    prepare: async (wanted) => {
      for (const target of wanted) {
        const encoder = encoders[path.extname(target)]?.(target);
        if (encoder !== undefined) await printed(...encoder);
        else if (target !== note) await printed('/usr/bin/python3', ['-c', byPillow, note, target]);
      }
    },
    samples: {
      ...Object.fromEntries([...scanFormats, 'pdf'].map((format) => [format, samplePath(format)])),
      png: note,
    },
    checks: {
      pdf: sameWordsOnPage,
      ...Object.fromEntries(['txt', 'md', 'html', 'docx', 'odt', 'rtf', 'epub'].map((to) => [to, sameWords])),
    },
  },
];
