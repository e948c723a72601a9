import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createNetworkService, type NetworkConnection } from '../../../src/client/index.ts';
import { type RequestDialect, requestDialect } from '../../../src/contract/dialect.ts';
import { isTerminal, type JobRecord } from '../../../src/contract/jobRecord.ts';
import type { ToolId } from '../../../src/contract/tools.ts';
import { DiskReader } from '../../../src/jobs/core/diskFileStore.ts';
import type { NetworkService, RemoteJob, Submission, SubmittedFile } from '../../../src/jobs/core/service.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { eventually } from '../eventually.ts';
import { direct, never } from '../http/networkFixture.ts';

/** Our client of a service at this address. */
export function connectTo(
  baseUrl: string,
  key: string,
  dialect: RequestDialect = requestDialect.write,
): NetworkConnection {
  return createNetworkService({
    baseUrl: new URL(baseUrl),
    apiKey: async () => key,
    proxy: direct,
    writing: dialect,
    clock: systemClock,
    log: () => {},
  });
}

/** The submission of a file on disk, with changes to it or its file. */
export async function fileSubmission(
  file: string,
  { fileName, sizeBytes, content, ...overrides }: Partial<Submission & SubmittedFile> = {},
): Promise<Submission> {
  return {
    tool: 'convert',
    files: [
      {
        fileName: fileName ?? path.basename(file),
        sizeBytes: sizeBytes ?? (await stat(file)).size,
        content: content ?? new DiskReader(file),
      },
    ],
    targetFormat: undefined,
    options: undefined,
    onSent: () => {},
    ...overrides,
  };
}

/** Polls the job's status until it has ended. */
export async function ended(service: NetworkService, tool: ToolId, remote: RemoteJob): Promise<JobRecord> {
  return eventually(
    () => service.job(tool, remote, never()),
    ({ status }) => isTerminal(status),
  );
}
