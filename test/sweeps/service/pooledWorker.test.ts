import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { EngineTask } from '../../../src/engines/api/task.ts';
import type { EngineId } from '../../../src/engines/index.ts';
import { PooledWorker } from '../../../src/service/worker/pooledWorker.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { never } from '../../support/http/networkFixture.ts';
import { sample } from '../../support/service/fixtures.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const megabyte = 1024 * 1024;
const misbehaving = path.join(import.meta.dirname, '../../support/service/misbehavingWorker.ts');
const budget = { maxMs: 600_000, maxMemoryBytes: Infinity, maxOutputBytes: Infinity };
const ignore = (): void => {};

describe('PooledWorker', () => {
  const folder = useTemporaryFolder();
  let worker: PooledWorker | undefined;

  afterEach(() => worker?.dispose());

  function start(scriptPath: string, preloaded?: EngineId): PooledWorker {
    const events = { onDidExit: ignore, onDidMeasure: ignore, onDidPrint: ignore };
    return (worker = new PooledWorker({ scriptPath, clock: systemClock }, events, preloaded));
  }

  const work = (from: string, to: string, inputPath = ''): EngineTask => ({
    tool: 'convert',
    engine: 'image',
    from,
    to,
    options: {},
    inputPath,
    inputBytes: 0,
    fileName: '',
    outputPath: path.join(folder.path, `output.${to}`),
  });

  it('is watched after it has loaded its engine in advance, before its first work', async () => {
    const own = start(bundle, 'image');
    await eventually(
      () => own.rssBytes,
      (bytes) => bytes > 0,
    );
  });

  it('reports after its work that its memory was freed', async () => {
    const own = start(misbehaving);
    const task = work('giveBackWhenReleased', 'x');
    const done = own.run(task, budget, never());
    await eventually(
      () => own.rssBytes,
      (bytes) => bytes > 250 * megabyte,
    );
    writeFileSync(`${task.outputPath}.release`, '');
    await done;
    assert.ok(own.rssBytes < 250 * megabyte, `${own.rssBytes}`);
  });

  it('keeps little of the photos it has converted', async () => {
    const own = start(bundle);
    const photo = path.join(folder.path, 'photo.webp');
    await sharp(sample('coffee.jpg')).resize(4000, 3000, { fit: 'fill' }).webp().toFile(photo);
    for (let count = 0; count < 4; count += 1) await own.run(work('webp', 'jpg', photo), budget, never());
    assert.ok(own.rssBytes < 250 * megabyte, `${own.rssBytes}`);
  });
});
