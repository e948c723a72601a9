import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { EngineTask } from '../../../src/engines/api/task.ts';
import { PooledWorker } from '../../../src/service/worker/pooledWorker.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { pageOf } from '../../support/service/pdfBuilder.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const budget = { maxMs: 600_000, maxMemoryBytes: Infinity, maxOutputBytes: Infinity };

describe('A worker process of the service', () => {
  const folder = useTemporaryFolder();

  it('logs errors, and nothing that libraries print to the console', async () => {
    const printed: string[] = [];
    const worker = new PooledWorker(
      { scriptPath: bundle, clock: systemClock },
      {
        onDidExit: () => undefined,
        onDidMeasure: () => undefined,
        onDidPrint: (line) => printed.push(line),
      },
    );
    const run = async (what: Pick<EngineTask, 'engine' | 'from' | 'to' | 'tool'>, input?: Uint8Array) => {
      const inputPath = path.join(folder.path, `input.${what.from}`);
      if (input) writeFileSync(inputPath, input);
      const outputPath = path.join(folder.path, `output.${what.to}`);
      const files = { fileName: 'a', inputPath, inputBytes: 0, outputPath };
      return worker.run({ ...what, ...files, options: {} }, budget, new AbortController().signal);
    };
    try {
      await run({ tool: 'convert', engine: 'sheets', from: 'xlsx', to: 'ods' }, oddlyFormatted());
      await run({ tool: 'compress', engine: 'pdfCompression', from: 'pdf', to: 'pdf' }, withHugeNumber());
      // The error about a missing file is printed last, so once it is here, all earlier output has arrived, too.
      await assert.rejects(run({ tool: 'convert', engine: 'font', from: 'ttf', to: 'otf' }));
      await eventually(
        () => printed.length,
        (lines) => lines > 0,
      );
      assert.match(printed[0] ?? '', /^Error: ENOENT/);
    } finally {
      worker.dispose();
    }
  });
});

/** A workbook with a number format that the OpenDocument writer doesn't support. */
function oddlyFormatted(): Buffer {
  const workbook = utils.book_new();
  const sheet = utils.aoa_to_sheet([[{ t: 'n', v: 44_000, z: '[$-409]mmm\\-yy;@' }]]);
  utils.book_append_sheet(workbook, sheet, 'Sheet');
  return write(workbook, { type: 'buffer', bookType: 'xlsx' });
}

const withHugeNumber = (): Buffer => pageOf('', { page: '/Number 99999999999999999999' });
