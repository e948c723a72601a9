import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { decompressed, entriesOf } from '../../../tools/referenceDecoders/archiveHashes.ts';
import { archive } from '../../support/service/fixtures.ts';
import { passwordMissing, passwordWrong } from '../../support/service/jobFaults.ts';
import { withFile } from '../../support/service/lentFiles.ts';
import { useService } from '../../support/service/services.ts';

const exec = promisify(execFile);

describe('An archive conversion', () => {
  const service = useService();

  it('keeps a tar byte for byte if only the compression changes', async () => {
    const tar = await decompressed(await readFile(archive('tree.tar.gz')), 'gz');
    const { output } = await service.api.convert(archive('tree.tar.gz'), 'tar');
    assert.deepEqual(output, tar);
    const { output: squeezed } = await service.api.convert(archive('tree.tar.gz'), 'tar.xz');
    assert.deepEqual(await decompressed(squeezed, 'xz'), tar);
  });

  it('writes ZIP and TAR files that Python accepts', async () => {
    const zip = await service.api.convert(archive('tree.tar'), 'zip');
    const program =
      'import sys,zipfile as z; a=z.ZipFile(sys.argv[1]); print(a.testzip(), *a.namelist(), sep="|")';
    assert.equal(
      await python(program, zip.output),
      'None|Größe – 日本語.txt|hard.txt|leer.bin|leerer Ordner/|run.sh|sub/|sub/deep/|sub/deep/numbers.csv|sub/hello.txt',
    );
    const tar = await service.api.convert(archive('tree.7z'), 'tar');
    const times =
      'import sys,tarfile as t; print(*[(m.name, m.mtime) for m in t.open(sys.argv[1]) if m.isfile()], sep="|")';
    assert.match(await python(times, tar.output), /\('run\.sh', 1614834367\.25\)/);
  });

  it('makes files read-only for others if the format has no modes', async () => {
    const { output } = await service.api.convert(archive('tree.cab'), 'tar');
    const modes = 'import sys,tarfile as t; print(*{oct(m.mode) for m in t.open(sys.argv[1]) if m.isfile()})';
    assert.equal(await python(modes, output), '0o644');
    const { output: kept } = await service.api.convert(archive('tree.7z'), 'tar');
    assert.match(await python(modes, kept), /0o755/);
  });

  it('finds files under the names of older RAR versions', async () => {
    const { output } = await service.api.convert(archive('names.rar'), 'zip');
    const names = new Set((await entriesOf(output, 'zip')).map(({ path }) => path));
    assert.ok(names.has('表だよ/漢字長いファイル名long-filename-in-漢字.txt'));
    assert.ok(names.has('表だよ/新しいフォルダ/新規テキスト ドキュメント.txt'));
  });

  it('replaces both extensions of a tar.gz in the output name', async () => {
    const { json } = await service.api.submit('/convert', archive('tree.tar.gz'), { targetFormat: 'zip' });
    await service.api.ended('convert', json?.id);
    const { headers } = await service.api.download('convert', json?.id);
    assert.match(String(headers['content-disposition']), /tree\.zip/);
  });

  it('compresses more at a higher level', async () => {
    const content = {
      name: 'a.tar',
      bytes: await decompressed(await readFile(archive('tree.tar.gz')), 'gz'),
    };
    for (const to of ['zip', '7z', 'tar.gz', 'tar.zst']) {
      const [low, high] = [
        await service.api.convert(content, to, { level: 1 }),
        await service.api.convert(content, to, { level: 9 }),
      ];
      assert.ok(high.output.length <= low.output.length, to);
      const stored = await service.api.convert(content, to, { level: 0 });
      assert.ok(stored.output.length >= high.output.length, to);
    }
  });

  describe('with a password', () => {
    for (const [name, password] of [
      ['locked.zip', 'geheim'],
      ['locked.7z', 'geheim'],
      ['locked.rar', '12345678'],
    ] as const) {
      it(`opens ${name}, and reports a missing or wrong password`, async () => {
        const { output } = await service.api.convert(archive(name), 'tar', { password });
        assert.ok((await entriesOf(output, 'tar')).length > 1);
        assert.deepEqual(await failure(name, {}), passwordMissing);
        assert.deepEqual(await failure(name, { password: 'wrong' }), passwordWrong);
      });
    }

    for (const [to, password] of [
      ['zip', 'Open 1$'],
      ['7z', 'Öffne 日本'],
    ] as const) {
      it(`encrypts a ${to}, differently each time`, async () => {
        const lock = { newPassword: password };
        const [first, second] = [
          await service.api.convert(archive('tree.tar'), to, lock),
          await service.api.convert(archive('tree.tar'), to, lock),
        ];
        assert.notDeepEqual(first.output, second.output);
        assert.match(await sevenZip(first.output, to, password), /Everything is Ok/);
        await assert.rejects(sevenZip(first.output, to, 'wrong'));
        const listed = await sevenZip(first.output, to, password, 'l', '-slt');
        assert.match(listed, /AES/);
        if (to === '7z') await assert.rejects(sevenZip(first.output, to, 'wrong', 'l'));
      });
    }
  });

  const failure = (name: string, options: object): Promise<unknown> =>
    service.api.ending(archive(name), 'tar', options);
});

async function python(program: string, archived: Buffer): Promise<string> {
  return withFile(archived, 'tar', async (file) => {
    const { stdout } = await exec('python3', ['-c', program, file], {
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    });
    return stdout.trim();
  });
}

async function sevenZip(
  archived: Buffer,
  format: string,
  password: string,
  command = 't',
  ...switches: string[]
): Promise<string> {
  return withFile(archived, format, async (file) => {
    return (await exec('7zz', [command, ...switches, `-p${password}`, file])).stdout;
  });
}
