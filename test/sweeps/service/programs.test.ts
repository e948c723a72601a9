import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { offeredConversions } from '../../../src/engines/registry.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { eventually } from '../../support/eventually.ts';
import { ApiCaller } from '../../support/service/apiCaller.ts';
import { fakeProgram } from '../../support/service/fakeProgram.ts';
import { media } from '../../support/service/fixtures.ts';
import { commandOf, processesAt } from '../../support/service/processes.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const ownPairs = offeredConversions(new Map()).length;
const pairsWithFfmpeg = offeredConversions(new Map([['ffmpeg', '']])).length;
const { PATH: systemPath } = process.env;

describe('A program of the user’s', () => {
  const folder = useTemporaryFolder();
  let service: LocalService;
  let api: ApiCaller;

  afterEach(async () => {
    process.env['PATH'] = systemPath;
    await api.close();
    service.dispose();
  });

  /** Starts the service. Programs without a setting are only searched for in the test's own folder. */
  async function start(set: { ffmpeg?: string } = {}): Promise<void> {
    if (set.ffmpeg === undefined) process.env['PATH'] = folder.path;
    service = new LocalService({
      scriptPath: bundle,
      temporaryRoot: folder.path,
      programs: () => ({ paths: set, avoid: [] }),
      log: () => undefined,
    });
    const { socketPath, key } = await service.start();
    process.env['PATH'] = systemPath;
    api = new ApiCaller('http://localhost', key, socketPath);
  }
  const startWith = async (script: string): Promise<void> =>
    start({ ffmpeg: fakeProgram(folder.path, script) });

  async function submit(name = 'tone.wav'): Promise<string> {
    const bytes = readFileSync(media('tone.wav'));
    const { json } = await api.submit('/convert', { name, bytes }, { targetFormat: 'wma' });
    return json?.id ?? '';
  }
  async function fault(): Promise<unknown> {
    return (await api.ended('convert', await submit())).error;
  }
  /** The processes that the program has started. */
  const sleeping = (): number[] => processesAt(folder.path).filter((pid) => commandOf(pid) === 'sleep');
  async function pairs(): Promise<number> {
    const list: unknown = (await api.call('/convert/conversions')).json?.['conversions'];
    return Array.isArray(list) ? list.length : 0;
  }

  it('adds its pairs when it is installed, and removes them when it is removed', async () => {
    await start();
    assert.equal(await pairs(), ownPairs);
    const refused = await api.submit('/convert', media('tone.wav'), { targetFormat: 'wma' });
    assert.equal(refused.status, 422);
    assert.equal(refused.json?.detail, 'wav can’t be converted to wma without FFmpeg.');
    const program = fakeProgram(folder.path, 'printf tone > "$out"');
    assert.equal(await pairs(), pairsWithFfmpeg);
    const job = await api.ended('convert', await submit());
    assert.equal(job.status, 'Succeeded');
    rmSync(program);
    assert.equal(await pairs(), ownPairs);
  });

  it('is named to anyone who asks for a pair that it would add', async () => {
    await start();
    for (const [name, to, program] of [
      ['a.rst', 'docx', 'Pandoc'],
      ['a.md', 'adoc', 'Pandoc'],
      ['a.lit', 'epub', 'Calibre'],
      ['a.docx', 'azw3', 'Calibre'],
    ] as const) {
      const refused = await api.submit('/convert', { name, bytes: Buffer.from('a') }, { targetFormat: to });
      const from = path.extname(name).slice(1);
      const detail = `${from} can’t be converted to ${to} without ${program}.`;
      assert.deepEqual([refused.status, refused.json?.detail], [422, detail]);
      const list: unknown = (await api.call('/convert/conversions')).json?.['installable'];
      const named = { from, to, program: program.toLowerCase() };
      assert.ok(Array.isArray(list) && list.some((pair) => isDeepStrictEqual(pair, named)), name);
    }
  });

  it('is searched for in the current settings’ location', async () => {
    const set: { ffmpeg?: string } = {};
    await start(set);
    set.ffmpeg = fakeProgram(folder.path, '', 'my ffmpeg');
    assert.equal(await pairs(), ownPairs);
    service.refreshPrograms();
    await eventually(pairs, (count) => count === pairsWithFfmpeg);
  });

  it('gets its arguments literally, and nothing of the file’s name', async () => {
    await startWith('printf "%s\\n" "$@" > "$out"');
    for (const name of ['-i', '%d.wav', 'a:b|c.wav', 'a\nb.wav', '$(touch hacked).wav', '`id`.wav']) {
      const id = await submit(name);
      const job = await api.ended('convert', id);
      const args = (await api.download('convert', id)).bytes.toString().trimEnd().split('\n');
      const [input = '', output = ''] = args.filter((arg) => arg.startsWith('file:'));
      assert.deepEqual(
        [job.status, path.basename(input), path.basename(output)],
        ['Succeeded', 'input', 'output'],
      );
      assert.equal(args.at(-1), output);
    }
  });

  it('gets the job’s folder, but no key and no usable proxy', async () => {
    process.env['FUN_TEST_SECRET'] = 'secret';
    await startWith('{ /usr/bin/env; echo "cwd=$(pwd)"; } > "$out"');
    delete process.env['FUN_TEST_SECRET'];
    const id = await submit();
    await api.ended('convert', id);
    const text = (await api.download('convert', id)).bytes.toString();
    const env = new Map(
      text.split('\n').map((line) => [line.split('=')[0], line.split('=').slice(1).join('=')]),
    );
    const home = env.get('HOME') ?? '';
    assert.ok(home.startsWith(folder.path) && home.endsWith('home'));
    assert.deepEqual([env.get('TMPDIR'), env.get('cwd')], [home, home]);
    assert.equal(env.get('https_proxy'), 'http://127.0.0.1:9');
    assert.ok(!text.includes('secret'));
    assert.ok(!env.has('ELECTRON_RUN_AS_NODE'));
  });

  it('ends with all its processes when its job is canceled, even those outside its group', async () => {
    await startWith('sleep 600 &\nsetsid sleep 600 &\nwait');
    const id = await submit();
    await eventually(sleeping, (all) => all.length === 2);
    await service.cancel('convert', id);
    await eventually(
      () => processesAt(folder.path),
      (left) => left.length === 0,
    );
    assert.equal((await api.ended('convert', id)).status, 'Canceled');
  });

  it('ends with the service', async () => {
    await startWith('exec sleep 600');
    await submit();
    await eventually(sleeping, (all) => all.length === 1);
    service.dispose();
    await eventually(
      () => processesAt(folder.path),
      (left) => left.length === 0,
    );
  });

  it('leaves nothing running when its job is done', async () => {
    await startWith('printf tone > "$out"\nsetsid sleep 600 >/dev/null 2>&1 &');
    assert.equal((await api.ended('convert', await submit())).status, 'Succeeded');
    await eventually(
      () => processesAt(folder.path),
      (left) => left.length === 0,
    );
  });

  it('sees only its own files, the system’s, and the job’s, and can write only to the job’s', async () => {
    const [secret, written] = [path.join(folder.path, 'secret'), path.join(folder.path, 'written')];
    writeFileSync(secret, 'xyzzy');
    const listing = `ls / '${folder.path}' /root /home; cat '${secret}' /etc/passwd; echo >'${written}'; echo seen`;
    await startWith(`{ ${listing}; } >"$out" 2>&1`);
    const id = await submit();
    assert.equal((await api.ended('convert', id)).status, 'Succeeded');
    const text = (await api.download('convert', id)).bytes.toString();
    assert.match(text, /^usr$[\s\S]*^seen$/m);
    assert.doesNotMatch(text, /xyzzy|root:|^(?:home|root|srv|secret)$/m);
    assert.ok(!existsSync(written));
  });

  it('fails if it leaves a link as its output', async () => {
    const secret = path.join(folder.path, 'secret');
    writeFileSync(secret, 'xyzzy');
    const detail = 'FFmpeg can’t convert this WAV to WMA.';
    for (const script of [`ln -s '${secret}' "$out"`, `ln -s '${secret}' link; ln -s home/link "$out"`]) {
      await startWith(script);
      assert.deepEqual(await fault(), { error: 'conversion.invalid_input', detail });
      await api.close();
      service.dispose();
    }
  });

  it('is reported with its last words if its output is endless', async () => {
    await startWith(
      'yes 1 | head -c 50000000\n{ yes 2 | head -c 50000000; echo; echo the end; } >&2\nexit 1',
    );
    const detail = 'FFmpeg can’t convert this WAV to WMA: the end.';
    assert.deepEqual(await fault(), { error: 'conversion.invalid_input', detail });
  });

  it('can’t put control characters or local paths into an error message', async () => {
    await startWith('printf "\\033[31m[wav @ 0x5] Error:\\t%s\\007 is bad\\n" "$out" >&2\nexit 1');
    const detail = 'FFmpeg can’t convert this WAV to WMA: Error: /output is bad.';
    assert.deepEqual(await fault(), { error: 'conversion.invalid_input', detail });
  });

  it('is stopped if it writes more than an output may have, even beside it', async () => {
    const detail = 'The conversion used too much disk space for its output.';
    await startWith('truncate -s 5G "$out"\nexec sleep 600');
    assert.deepEqual(await fault(), { error: 'conversion.limit_exceeded', detail });
    fakeProgram(folder.path, 'truncate -s 5G "$TMPDIR"/scratch\nexec sleep 600');
    assert.deepEqual(await fault(), { error: 'conversion.limit_exceeded', detail });
  });

  it('is reported as crashed if a signal ends it', async () => {
    await startWith('printf half > "$out"\nkill -SEGV $$');
    assert.deepEqual(await fault(), { error: 'conversion.failed', detail: 'FFmpeg crashed.' });
  });

  it('fails if it writes nothing, or exits with an error after writing', async () => {
    await startWith('exit 0');
    const detail = 'FFmpeg can’t convert this WAV to WMA.';
    assert.deepEqual(await fault(), { error: 'conversion.invalid_input', detail });
    fakeProgram(folder.path, 'printf half > "$out"\nexit 1');
    assert.deepEqual(await fault(), { error: 'conversion.invalid_input', detail });
  });

  it('is reported if it can’t be started, and the service continues', async () => {
    const program = fakeProgram(folder.path, '');
    writeFileSync(program, '#!/no/such/interpreter\n');
    await start({ ffmpeg: program });
    assert.deepEqual(await fault(), { error: 'conversion.failed', detail: 'FFmpeg can’t be started.' });
    await api.convert(media('clip.mp4'), 'mov');
  });
});
