import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { archiveDecoders, type UnpackedEntry } from '../../../tools/referenceDecoders/archiveHashes.ts';
import { factsByPython, zipEntries } from '../../support/service/contentFacts.ts';
import { useServices } from '../../support/service/services.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content) });

type Unpacked = Pick<UnpackedEntry, 'content'> & Partial<UnpackedEntry>;

describe('A ZIP of several files', () => {
  const start = useServices();
  const folder = useTemporaryFolder();

  /** The files of a ZIP by path, according to each program that can unpack it. */
  async function unpackedByAll(zip: Buffer): Promise<Map<string, Unpacked>[]> {
    const file = path.join(folder.path, 'made.zip');
    await writeFile(file, zip);
    execFileSync('unzip', ['-tqq', file]);
    const readings = await Promise.all(archiveDecoders.map((decoder) => decoder.read(file, 'zip')));
    const found = readings.filter((entries) => entries !== undefined);
    assert.ok(found.length >= 2);
    const byPython = z.record(z.string(), z.string()).parse(factsByPython(zipEntries, zip));
    return [
      ...found.map(
        (entries) =>
          new Map(entries.filter(({ kind }) => kind === 'file').map((each) => [each.path, each] as const)),
      ),
      new Map(Object.entries(byPython).map(([name, content]) => [name, { content }])),
    ];
  }

  it('has each file unchanged, with its path and date', async () => {
    const { api } = await start();
    const files = [
      text('notes.txt', 'Some words. '.repeat(1000)),
      { name: 'photos/2024/Größe 写真 🏞.bin', bytes: randomBytes(300_000) },
      { name: 'photos/empty', bytes: Buffer.alloc(0) },
      text('photos/a ‘quoted’ name; and.so=on.txt', 'b'),
      text('.hidden', 'c'),
    ];
    const dates = [1_700_000_001_000, 951_782_399_000, 1_000_000_000_000, 1_111_111_111_999, 0];
    const { job, output } = await api.combine(files, 'zip', { lastModified: JSON.stringify(dates) });
    assert.partialDeepStrictEqual(job, { output: { fileName: 'notes.zip' }, status: 'Succeeded' });
    for (const found of await unpackedByAll(output)) {
      assert.deepEqual(
        new Map([...found].map(([name, { content }]) => [name, content])),
        new Map(files.map(({ name, bytes }) => [name, sha256(bytes)])),
      );
    }
    const [byBsdtar] = await unpackedByAll(output);
    const seconds = files.map(({ name }) => byBsdtar?.get(name)?.mtime);
    assert.deepEqual(
      seconds,
      dates.map((date) => Math.floor(date / 1000)),
    );
  });

  it('gives each file a unique name, even on systems that ignore case', async () => {
    const { api } = await start();
    const names = ['a.txt', 'A.TXT', 'a.txt', 'e\u0301', '\u00e9', 'x', 'x/y', '.profile', '.profile'];
    const { output } = await api.combine(
      names.map((name, index) => text(name, String(index))),
      'zip',
    );
    const [found = new Map<string, Unpacked>()] = await unpackedByAll(output);
    // bsdtar writes names to disk in composed Unicode.
    assert.deepEqual(
      new Set(found.keys()),
      new Set([
        'a.txt',
        'A (1).TXT',
        'a (2).txt',
        '\u00e9',
        '\u00e9 (1)',
        'x (1)',
        'x/y',
        '.profile',
        '.profile (1)',
      ]),
    );
    assert.equal(found.get('a (2).txt')?.content, sha256(Buffer.from('2')));
  });

  it('has no path outside its folder', async () => {
    const { api } = await start();
    const names = [
      '../up.txt',
      '/etc/root.txt',
      'C:\\Windows\\drive.txt',
      'a/../../b/./c.txt',
      '..',
      '..\\..',
    ];
    const { output } = await api.combine(
      names.map((name) => text(name, name)),
      'zip',
    );
    const [found = new Map<string, Unpacked>()] = await unpackedByAll(output);
    assert.deepEqual([...found.keys()].toSorted(), [
      'Windows/drive.txt',
      'a/b/c.txt',
      'etc/root.txt',
      'file',
      'file (1)',
      'up.txt',
    ]);
  });

  it('is compressed at the requested level', async () => {
    const { api } = await start();
    const file = text('words.txt', 'Some words, and others. '.repeat(20_000));
    const sizes = await Promise.all(
      [0, 9].map(async (level) => {
        const { output } = await api.combine([file], 'zip', { options: JSON.stringify({ level }) });
        return output.length;
      }),
    );
    assert.ok((sizes[1] ?? 0) * 50 < (sizes[0] ?? 0), sizes.join(', '));
  });

  it('has correct local times for programs without time zones', async () => {
    const { api } = await start();
    const date = new Date(2021, 4, 6, 7, 8, 10);
    const { output } = await api.combine([text('a', 'a')], 'zip', {
      lastModified: JSON.stringify([date.getTime()]),
    });
    const file = path.join(folder.path, 'dated.zip');
    await writeFile(file, output);
    const program = 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).infolist()[0].date_time)';
    assert.equal(execFileSync('python3', ['-c', program, file]).toString().trim(), '2021 5 6 7 8 10');
  });
});
