import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import type { JobRequest } from '../../src/jobs/core/job.ts';
import type { ServiceId } from '../../src/jobs/core/service.ts';
import { noise } from '../../test/support/service/recordings.ts';
import type { PlannedFile, Round } from './schedule.ts';
import { sha256 } from './serviceObserver.ts';

/** The user's files before a round, by name, with their hashes. */
export type Inventory = ReadonlyMap<string, string>;

/** Makes the files of a round: incompressible pictures of noise, and files that already have the names of outputs. */
export async function layOut(folder: string, { files }: Round): Promise<Inventory> {
  await mkdir(folder, { recursive: true });
  const inventory = new Map<string, string>();
  const place = async (name: string, bytes: Buffer): Promise<void> => {
    await writeFile(path.join(folder, name), bytes);
    inventory.set(name, sha256(bytes));
  };
  for (const { name, side, bystander } of files) {
    await place(name, await picture(name, side));
    if (bystander !== undefined) await place(bystander, Buffer.from(`The person's own ${bystander}`));
  }
  return inventory;
}

/** The user's request for the file. */
export function requestFor(folder: string, file: PlannedFile, service: ServiceId): JobRequest {
  return {
    tool: file.targetFormat === undefined ? 'compress' : 'convert',
    service,
    source: pathToFileURL(path.join(folder, file.name)).href,
    targetFormat: file.targetFormat,
    options: undefined,
    placement: {
      onCollision: file.onCollision,
      replaceSource: file.replaceSource,
      suffix: '-compressed',
      keepDates: true,
      output: undefined,
    },
  };
}

async function picture(name: string, side: number): Promise<Buffer> {
  return sharp(noise(name, side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
