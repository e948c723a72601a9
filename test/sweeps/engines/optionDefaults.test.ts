import assert from 'node:assert/strict';
import path from 'node:path';
import { parseOptionsSchema } from '../../../src/contract/options.ts';
import { asObject } from '../../../src/contract/read.ts';
import { archive, data, document, image, media, notebook, sample } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';
import { withPrograms } from '../../support/service/standalone.ts';

/** Conversions with reproducible outputs. */
const pairs: readonly (readonly [file: string, ...targets: string[]])[] = [
  [sample('cat.png'), 'jpg', 'webp', 'avif', 'gif', 'tiff', 'jxl', 'ico', 'bmp'],
  [image('located.jpg'), 'png', 'webp', 'pdf'],
  [image('animated.gif'), 'webp'],
  [image('three-pages.tiff'), 'pdf'],
  [document('scan.pdf'), 'png', 'jpg', 'webp', 'avif', 'tiff'],
  [document('harbour.docx'), 'html', 'md'],
  [data('countries.csv'), 'json', 'yaml', 'tsv'],
  [data('countries.json'), 'csv', 'xml'],
  [data('ledger.xlsx'), 'csv', 'json', 'html'],
  [data('countries.sqlite'), 'csv', 'json'],
  [data('countries.parquet'), 'csv', 'json'],
  [data('countries.csv'), 'parquet', 'sqlite'],
  [notebook('harbour.ipynb'), 'md', 'html'],
  [archive('tree.tar'), 'zip', '7z', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'],
  [media('clip.webm'), 'mp4', 'avi', 'wav'],
  [media('tone.flac'), 'ogg', 'm4a'],
];

describe('An option’s default', () => {
  const service = useService([], withPrograms);

  for (const [file, ...targets] of pairs) {
    for (const to of targets) {
      const from = path.extname(file).slice(1);
      it(`changes nothing if it is set, from ${from} to ${to}`, async () => {
        const answer = await service.api.call(`/convert/schema?from=${from}&to=${to}`);
        const properties = Object.entries(asObject(parseOptionsSchema(answer.json)['properties']) ?? {});
        const defaults = properties.flatMap(([name, property]) => {
          const value = asObject(property)?.['default'];
          return value === undefined ? [] : [[name, value] as const];
        });
        const { output } = await service.api.convert(file, to, {});
        for (const [name, value] of defaults) {
          const given = await service.api.convert(file, to, { [name]: value });
          assert.ok(given.output.equals(output), `${name} ${JSON.stringify(value)}`);
        }
      });
    }
  }
});
