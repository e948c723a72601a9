import assert from 'node:assert/strict';
import { drawnByPoppler, wordsByPoppler } from './poppler.ts';
import { ssim } from './ssim.ts';

const density = 100;

/** Throws unless two PDFs have the same words on the same pages and look the same. */
export async function assertSamePages(before: Buffer, after: Buffer): Promise<void> {
  const words = await wordsByPoppler(before);
  assert.deepEqual(await wordsByPoppler(after), words);
  for (const index of words.keys()) {
    const [left, right] = [
      await drawnByPoppler(before, index + 1, density),
      await drawnByPoppler(after, index + 1, density),
    ];
    assert.deepEqual([right.width, right.height], [left.width, left.height]);
    const likeness = ssim(left, right);
    assert.ok(likeness >= 0.98, `page ${index + 1}: ${likeness.toFixed(4)}`);
  }
}
