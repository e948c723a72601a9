import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { fileSize } from '../../../src/util/files.ts';
import { ensureSystemPackages, programNeeds } from '../../../test/support/systemPackages.ts';
import { type Figure, figure, inTurns } from '../benchmark.ts';
import { newFolder } from '../support/files.ts';
import { windowScript } from '../support/windowScript.ts';
import { byEnginesAlone } from '../support/workerAlone.ts';

const runs = 3;
const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;
const measureEveryMs = 20;

/** A video of 1 GiB whose streams are copied into another container, through a window and by the library alone. */
export default async function* large(): AsyncGenerator<Figure> {
  await ensureSystemPackages(programNeeds);
  const source = await largeVideo();
  const folder = path.dirname(fileURLToPath(source));
  const result = fileURLToPath(source).replace(/mkv$/, 'mp4');
  const peaks: number[] = [];
  let resultBytes = 0;
  const seconds = await inTurns(
    runs,
    async () => {
      const storageFolder = await newFolder();
      const before = await diskUse([folder]);
      const task = { storageFolder, sources: [source], targetFormat: 'mp4', service: 'started' as const };
      const converted = windowScript.run(task);
      peaks.push((await peakDuring([folder, storageFolder], converted)) - before);
      resultBytes = await fileSize(result);
      await rm(result);
      return (await converted).seconds;
    },
    async () => byEnginesAlone([source], 'mkv', 'mp4', 1),
  );
  yield figure({
    name: 'large',
    ...seconds,
    goal: 1.1,
    unit: 's',
    note: 'an MKV of 1 GiB to MP4 without re-encoding, compared with the same library alone in a process',
  });
  yield figure({
    name: 'large-disk',
    ours: Math.max(...peaks) / mebibyte,
    reference: resultBytes / mebibyte,
    goal: 1 + (16 * mebibyte) / resultBytes,
    unit: 'MiB',
    runs,
    note: 'maximum use of the disk during the conversion, compared with the size of the result',
  });
}

/** URI of a video of 1 GiB, alone in a folder: ten seconds of noise at 60 Mbit/s, over and over. */
async function largeVideo(): Promise<string> {
  const short = path.join(await newFolder(), 'short.mkv');
  const pictures = '-f lavfi -i testsrc2=size=1280x720:rate=30 -vf noise=alls=60:allf=t -t 10';
  const encoding = '-c:v libx264 -preset ultrafast -b:v 60M';
  await byFfmpeg([...pictures.split(' '), ...encoding.split(' '), short]);
  const target = path.join(await newFolder(), 'large.mkv');
  const times = Math.floor(gibibyte / (await fileSize(short)));
  await byFfmpeg(['-stream_loop', String(times), '-i', short, '-c', 'copy', target]);
  return pathToFileURL(target).href;
}

async function byFfmpeg(args: readonly string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...args]);
}

/** Measures how much of the disk these folders use until the work has ended, and returns the maximum. */
async function peakDuring(folders: readonly string[], work: Promise<unknown>): Promise<number> {
  const ended = work.then(() => true);
  let peak = 0;
  do peak = Math.max(peak, await diskUse(folders));
  while (!(await Promise.race([ended, setTimeout(measureEveryMs, false)])));
  return peak;
}

/** The bytes on the disk of all files in these folders. Those that are deleted meanwhile don't count. */
async function diskUse(folders: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const folder of folders)
    for (const name of await readdir(folder, { recursive: true }).catch(() => []))
      bytes += await stat(path.join(folder, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      );
  return bytes;
}
