import assert from 'node:assert/strict';
import path from 'node:path';
import type { Traits } from '../../../../src/contract/losses.ts';
import { probeFiles } from '../../../../src/vscode/convert/probeFiles.ts';
import { file } from '../../../support/formats/selections.ts';

describe('probeFiles', () => {
  const files = Array.from({ length: 60 }, (_, index) => file(`${index}.png`));

  /** The names of the probed files, and the number of files with known traits at each update. */
  async function probed(
    selected: typeof files,
    answer: (name: string, closing: AbortController) => Traits | Promise<Traits> = () => ({}),
  ): Promise<{ names: string[]; updates: number[] }> {
    const closing = new AbortController();
    const [names, updates]: [string[], number[]] = [[], []];
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
    await probeFiles({ probe }, selected, closing.signal, (traits) => updates.push(traits.size));
    return { names, updates };
  }

  it('reports the first file at once, and not every other', async () => {
    const { names, updates } = await probed(files.slice(0, 12));
    assert.deepEqual([names.length, updates], [12, [1, 11, 12]]);
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
    const { names, updates } = await probed(files, async (name) =>
      name === '1.png' ? Promise.reject(new Error('The local service exited')) : {},
    );
    assert.deepEqual([names.length, updates], [2, [1, 1]]);
  });
});
