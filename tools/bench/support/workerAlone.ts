import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RegisteredCompression, availableConversions } from '../../../src/engines/registry.ts';
import type { EngineTask } from '../../../src/engines/api/task.ts';
import { budgetOf } from '../../../src/service/worker/budget.ts';
import { PooledWorker } from '../../../src/service/worker/pooledWorker.ts';
import { systemClock } from '../../../src/util/clock.ts';
import type { Disposable } from '../../../src/util/disposable.ts';
import { fileSize } from '../../../src/util/files.ts';
import { never } from '../../../test/support/http/networkFixture.ts';
import { bundle } from '../../../test/support/service/standalone.ts';
import { secondsOf } from '../benchmark.ts';
import { newFolder } from './files.ts';

const ignore = (): void => {};

/**
 * Measures, in seconds, how long our engines take in this many warmed-up processes: only the libraries, without a
 * window or a service.
 */
export async function byEnginesAlone(
  sources: readonly string[],
  from: string,
  to: string,
  parallel: number,
): Promise<number> {
  const works = await Promise.all(sources.map(async (source) => workOf(fileURLToPath(source), from, to)));
  const lanes = Array.from({ length: parallel }, (_, lane) => ({
    worker: newWorker(),
    works: works.filter((_work, index) => index % parallel === lane),
  }));
  try {
    for (const { worker, works: own } of lanes)
      for (const work of own.slice(0, 1))
        await run(worker, { ...work, outputPath: `${work.outputPath}.first` });
    return await secondsOf(async () =>
      Promise.all(
        lanes.map(async ({ worker, works: own }) => {
          for (const work of own) await run(worker, work);
        }),
      ),
    );
  } finally {
    for (const { worker } of lanes) worker.dispose();
  }
}

function newWorker(): PooledWorker {
  return new PooledWorker(
    { scriptPath: bundle, clock: systemClock },
    {
      onDidExit: ignore,
      onDidMeasure: ignore,
      onDidPrint: ignore,
    },
  );
}

async function workOf(inputPath: string, from: string, to: string): Promise<EngineTask> {
  const [conversion] = availableConversions(from, to, new Map());
  if (conversion === undefined) throw new Error(`Unsupported conversion: ${from} to ${to}`);
  return {
    tool: 'convert',
    engine: conversion.engine,
    from,
    to,
    options: Object(conversion.options().parse({})),
    inputPath,
    inputBytes: await fileSize(inputPath),
    fileName: path.basename(inputPath),
    outputPath: `${inputPath}.reference.${to}`,
  };
}

/** The result and the duration of a compression in a process that has compressed before. */
export async function compressedAlone(
  file: string,
  { engine, format, options }: RegisteredCompression,
): Promise<{ content: Buffer; seconds: number }> {
  const worker = newWorker();
  const work: EngineTask = {
    tool: 'compress',
    engine,
    from: format,
    to: format,
    options: Object(options().parse({})),
    inputPath: file,
    inputBytes: await fileSize(file),
    fileName: path.basename(file),
    outputPath: path.join(await newFolder(), `again.${format}`),
  };
  try {
    await run(worker, { ...work, outputPath: `${work.outputPath}.first` });
    const seconds = await secondsOf(async () => run(worker, work));
    return { content: await readFile(work.outputPath), seconds };
  } finally {
    worker.dispose();
  }
}

async function run(worker: PooledWorker, work: EngineTask): Promise<void> {
  await worker.run(work, budgetOf(work), never());
}

/** Converts files one after the other, in one process. */
export class SequentialConverter implements Disposable {
  readonly #worker = newWorker();

  /** The duration, and the path of the output beside the file. */
  async convert(inputPath: string, to: string): Promise<{ outputPath: string; seconds: number }> {
    const work = await workOf(inputPath, path.extname(inputPath).slice(1), to);
    const seconds = await secondsOf(async () => run(this.#worker, work));
    return { outputPath: work.outputPath, seconds };
  }

  dispose(): void {
    this.#worker.dispose();
  }
}
