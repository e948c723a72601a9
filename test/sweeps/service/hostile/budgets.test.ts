import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sample } from '../../../support/service/fixtures.ts';
import { useHostileService } from '../../../support/service/hostileService.ts';
import { repeatedCell, withLastCell } from '../../../support/service/hostileSheets.ts';
import { tooMuch } from '../../../support/service/jobFaults.ts';
import { useServices } from '../../../support/service/services.ts';
import { withPrograms } from '../../../support/service/standalone.ts';
import { wav } from '../../../support/service/wav.ts';

const megabyte = 1024 ** 2;
const tooDeep = tooMuch('The document’s elements are nested more than 256 levels deep.');
const ownTooDeep = tooMuch('The document is too large or too deeply nested.');
const tooManyCells = (most: number): object =>
  tooMuch(`The workbook has a sheet with more than ${most} cells.`);
const tooManyRepeats = (most: number): object =>
  tooMuch(`The workbook has a sheet that repeats cells more than ${most} times.`);
const tooFewSamples = (rate: number): object => tooMuch(`Audio at 1 Hz can’t be resampled to ${rate} Hz.`);
const tooMuchMemory = tooMuch('The conversion used too much memory.');

/** A megabyte at one sample per second plays for six days. */
const slowSound = wav({ channels: 1, rate: 1, claimed: megabyte, content: Buffer.alloc(megabyte) });
const nested = (tag: string, times = 100_000): Buffer => Buffer.from(`${`<${tag}>`.repeat(times)}x`);
/** The time that Pandoc takes doubles with each nested list that isn't closed. */
const endlessForPandoc = nested('ul><li', 100);
/** Unclosed elements, each of which costs Pandoc memory. */
const largeForPandoc = nested('b', 200_000);

describe('A small file that expands', () => {
  describe('with the user’s programs', () => {
    const service = useHostileService(withPrograms);

    it('is refused before Pandoc and LibreOffice run if it nests elements', async () => {
      for (const tag of ['div', 'blockquote', 'ul><li', 'table><tr><td']) {
        for (const to of ['rst', 'pdf'])
          assert.deepEqual(await service.failure('a.html', nested(tag), to), tooDeep);
      }
    });

    it('is refused, or stays a single cell, if it has a cell in the last corner', async () => {
      const workbook = await withLastCell();
      for (const to of ['csv', 'html']) {
        assert.deepEqual(await service.failure('a.xlsx', workbook, to), tooManyCells(5_000_000), to);
      }
      assert.deepEqual(await service.failure('a.xlsx', workbook, 'pdf'), tooManyCells(100_000_000));
      assert.ok((await service.convert('a.xlsx', workbook, 'ods')).length < megabyte);
    });

    it('is refused if it repeats a million rows and columns', async () => {
      const rowsAndColumns = repeatedCell(1_048_576, 1024);
      assert.deepEqual(await service.failure('a.fods', rowsAndColumns, 'csv'), tooManyCells(5_000_000));
      for (const to of ['xlsx', 'ods']) {
        assert.deepEqual(await service.failure('a.fods', rowsAndColumns, to), tooManyRepeats(5_000_000), to);
      }
      assert.deepEqual(
        await service.failure('a.fods', repeatedCell(1_048_576, 1), 'pdf'),
        tooManyRepeats(500_000),
      );
    });

    it('is refused before FFmpeg runs, and by our reader, if each of its samples lasts a second', async () => {
      for (const [to, rate] of [
        ['aac', 8000],
        ['ac3', 8000],
        ['mp3', 8000],
        ['opus', 48_000],
        ['m4a', 8000],
      ] as const) {
        assert.deepEqual(await service.failure('a.wav', slowSound, to), tooFewSamples(rate), to);
      }
      assert.ok((await service.convert('a.wav', slowSound, 'flac')).length < megabyte);
    });

    it('is ended by its budget, without affecting other jobs, if no check finds it', async () => {
      const bomb = service.failure('a.html', largeForPandoc, 'rst');
      const picture = await readFile(sample('cat.png'));
      for (const to of ['gif', 'webp', 'jpg']) await service.convert('a.png', picture, to);
      assert.deepEqual(await bomb, tooMuchMemory);
    });
  });

  describe('without programs', () => {
    const service = useHostileService();

    it('is refused by our reader if it nests elements', async () => {
      for (const tag of ['div', 'b', 'blockquote', 'ul><li', 'table><tr><td']) {
        assert.deepEqual(await service.failure('a.html', nested(tag), 'pdf'), ownTooDeep, tag);
      }
    });
  });

  describe('with other jobs waiting', () => {
    const start = useServices();

    it('doesn’t delay the same caller’s small files', async () => {
      const { api } = await start([], undefined, withPrograms);
      const { json } = await api.submit(
        '/convert',
        { name: 'a.html', bytes: endlessForPandoc },
        { targetFormat: 'rst' },
      );
      for (let times = 0; times < 5; times += 1) await api.convert(sample('cat.png'), 'gif');
      assert.equal((await api.call(`/convert/job/${json?.id}`)).json?.status, 'Processing');
    });

    it('leaves the pool’s only slot to the next job', async () => {
      const { api } = await start(['--pool', '1'], undefined, withPrograms);
      for (const [name, bytes, to] of [
        ['a.html', nested('div'), 'rst'],
        ['a.xlsx', await withLastCell(), 'pdf'],
        ['a.fods', repeatedCell(1_048_576, 1024), 'csv'],
        ['a.wav', slowSound, 'aac'],
        ['a.html', largeForPandoc, 'rst'],
      ] as const) {
        const { json } = await api.submit('/convert', { name, bytes }, { targetFormat: to });
        assert.equal((await api.ended('convert', json?.id)).status, 'Failed', `${name} → ${to}`);
        await api.convert(sample('cat.png'), 'gif');
      }
    });
  });
});
