import { pathToFileURL } from 'node:url';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { openSource } from '../../../src/jobs/queue/sourceFiles.ts';
import { connectTo } from '../../../test/support/service/clientFixture.ts';
import { aSubmission, never } from '../../../test/support/http/networkFixture.ts';
import { Script } from './script.ts';

/** A file to send to a server. */
interface UploadTask {
  readonly file: string;
  readonly baseUrl: string;
}

export interface UploadFigures {
  readonly seconds: number;
  /** The maximum memory growth of the process. */
  readonly grownBytes: number;
}

async function upload({ file, baseUrl }: UploadTask): Promise<UploadFigures> {
  const connection = connectTo(baseUrl, 'key');
  const files = new DiskFileStore();
  const uri = pathToFileURL(file).href;
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  const facts = await files.facts(uri);
  if (facts === undefined) throw new Error(`${file} doesn’t exist`);
  const { sizeBytes } = facts;
  const content = openSource(files, { uri, facts }).reader;
  await connection.service.submit(aSubmission({ sizeBytes, content }), never());
  const seconds = (performance.now() - startedAt) / 1000;
  connection.dispose();
  return {
    seconds,
    grownBytes: process.resourceUsage().maxRSS * 1024 - before,
  };
}

export const uploadScript = new Script<UploadTask, UploadFigures>(import.meta.filename, upload);
