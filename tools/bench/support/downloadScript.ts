import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { fetchOutput, throttledProgress } from '../../../src/jobs/transfer/downloader.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { aJob, never } from '../../../test/support/http/networkFixture.ts';
import { connectTo } from '../../../test/support/service/clientFixture.ts';
import { Script } from './script.ts';

/** An output that a server has for a job. */
interface DownloadTask {
  readonly baseUrl: string;
  /** The URI of the destination folder. */
  readonly folder: string;
}

export interface DownloadFigures {
  readonly seconds: number;
  /** The maximum memory growth of the process. */
  readonly grownBytes: number;
}

async function download({ baseUrl, folder }: DownloadTask): Promise<DownloadFigures> {
  const connection = connectTo(baseUrl, 'key');
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  const output = await connection.service.download('convert', aJob, never());
  const temporary = await new DiskFileStore().createTemporary(folder, 'output');
  const onReceived = throttledProgress(systemClock, output.lengthBytes, () => {});
  await fetchOutput(output, temporary, [], onReceived, never());
  const seconds = (performance.now() - startedAt) / 1000;
  connection.dispose();
  return { seconds, grownBytes: process.resourceUsage().maxRSS * 1024 - before };
}

export const downloadScript = new Script<DownloadTask, DownloadFigures>(import.meta.filename, download);
