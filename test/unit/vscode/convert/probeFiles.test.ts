import assert from 'node:assert/strict';
import path from 'node:path';
import type { Traits } from '../../../../src/contract/losses.ts';
import { probeFiles } from '../../../../src/vscode/convert/probeFiles.ts';
import { file } from '../../../support/formats/selections.ts';

describe('probeFiles', () => {
  const files = Array.from({ length: 60 }, (_, index) => file(`${index}.png`));

  /** The names of the probed files, and the numbers of files with known traits and of those left at each update. */
  async function probed(
    selected: typeof files,
    answer: (name: string, closing: AbortController) => Traits | Promise<Traits> = () => ({}),
  ): Promise<{ names: string[]; updates: number[]; left: number[] }> {
    const closing = new AbortController();
    const [names, updates, left]: [string[], number[], number[]] = [[], [], []];
    const probe = async ({
      fileName,
      inputPath,
    }: {
      fileName: string;
      inputPath: string;
    }): Promise<Traits> => {
      assert.equal(path.basename(inputPath), fileName);
      names.push(fileName);
      return answer(fileName, closing);
    };
    await probeFiles({ probe }, selected, closing.signal, (traits, rest) => {
      updates.push(traits.size);
      left.push(rest);
    });
    return { names, updates, left };
  }

  it('reports the first file at once, not every other, and the number of those left', async () => {
    const { names, updates, left } = await probed(files.slice(0, 12));
    assert.deepEqual([names.length, updates, left], [12, [1, 11, 12], [11, 1, 0]]);
  });

  it('probes the first fifty files on the disk', async () => {
    const virtual = { ...file('virtual.png'), uri: 'vscode-vfs://github/a/virtual.png' };
    const { names } = await probed([virtual, ...files]);
    assert.deepEqual([names[0], names.length], ['0.png', 50]);
  });

  it('stops with the list, which is no longer updated', async () => {
    const { names, updates } = await probed(files, (name, closing) => {
      if (name === '2.png') closing.abort();
      return {};
    });
    assert.deepEqual([names.length, updates], [3, [1]]);
  });

  it('keeps what is known if the service ends', async () => {
    const { names, updates, left } = await probed(files, async (name) =>
      name === '1.png' ? Promise.reject(new Error('The local service exited')) : {},
    );
    assert.deepEqual([names.length, updates, left], [2, [1, 1], [49, 0]]);
  });
});
