import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withFile } from './lentFiles.ts';
import { decode, psnr } from './raster.ts';

const exec = promisify(execFile);

/**
 * Asserts that two TIFFs have the same content, according to libtiff if it supports such samples, and to ImageMagick.
 */
export async function assertSameTiff(before: string, after: Buffer): Promise<void> {
  const isComparable = (await differences(before, before)).length === 0;
  if (isComparable) assert.deepEqual(await withFile(after, 'tiff', (file) => differences(before, file)), []);
  const [one, other] = [await decode(await readFile(before), 'tiff'), await decode(after, 'tiff')];
  assert.equal(psnr(one, other), Infinity);
}

/**
 * The differences in samples and tags according to libtiff. The compression and the division into strips may differ.
 */
async function differences(before: string, after: string): Promise<string[]> {
  const { stdout } = await exec('tiffcmp', ['-t', before, after]).catch((error: { stdout: string }) => error);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.filter((line) => !/^(?:Compression|Predictor|RowsPerStrip)\b/.test(line));
}
