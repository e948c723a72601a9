import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { encode } from '../../../src/engines/images/encoders.ts';
import { cpuSecondsOf } from '../../../test/support/service/processes.ts';
import { Script } from './script.ts';

/** Images that a script converts with sharp alone. */
interface SharpTask {
  /** URIs. */
  readonly sources: readonly string[];
  readonly targetFormat: string;
  /** The number of parallel conversions. */
  readonly parallel: number;
}

export interface SharpFigures {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

async function convertAll({ sources, targetFormat, parallel }: SharpTask): Promise<SharpFigures> {
  const left = [...sources];
  const work = async (): Promise<void> => {
    for (let source = left.pop(); source !== undefined; source = left.pop()) {
      const file = fileURLToPath(source);
      const image = sharp(file).autoOrient().keepExif().keepXmp();
      await encode(image, targetFormat, {}).toFile(`${file}.reference.${targetFormat}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: parallel }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, cpuSeconds: cpuSecondsOf(process.pid) };
}

export const sharpScript = new Script<SharpTask, SharpFigures>(import.meta.filename, convertAll);
