import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { offeredConversions } from '../../../src/engines/registry.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { fakeProgram } from '../../support/service/fakeProgram.ts';
import { type NamedFile, named } from '../../support/service/files.ts';
import { media } from '../../support/service/fixtures.ts';
import { LocalWork } from '../../support/service/localWork.ts';
import { commandOf, processesAt } from '../../support/service/processes.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const ownPairs = offeredConversions(new Map()).length;
const pairsWithFfmpeg = offeredConversions(new Map([['ffmpeg', '']])).length;
const { PATH: systemPath } = process.env;

describe('A program of the user’s', () => {
  const folder = useTemporaryFolder();
  let service: LocalService;

  afterEach(() => {
    process.env['PATH'] = systemPath;
    service.dispose();
  });

  /** Starts the service. Until the test ends, programs without a setting are only searched for in its own folder. */
  async function start(set: { ffmpeg?: string } = {}): Promise<void> {
    if (set.ffmpeg === undefined) process.env['PATH'] = folder.path;
    service = new LocalService({
      scriptPath: bundle,
      temporaryRoot: folder.path,
      programs: () => ({ paths: set, avoid: [] }),
      log: () => undefined,
    });
    await service.start();
  }
  const startWith = async (script: string): Promise<void> =>
    start({ ffmpeg: fakeProgram(folder.path, script) });

  const convert = (file: NamedFile, to: string): LocalWork => new LocalWork(service, folder.path, file, to);
  const submit = (name = 'tone.wav'): LocalWork => convert({ ...named(media('tone.wav')), name }, 'wma');
  const fault = async (): Promise<unknown> => (await submit().ended).error;
  const succeeds = async (): Promise<unknown> =>
    eventually(
      async () => (await submit().ended).status,
      (status) => status === 'Succeeded',
    );
  const refused = {
    error: 'conversions.unsupported_pair',
    detail: 'wav can’t be converted to wma without FFmpeg.',
  };
  /** The processes that the program has started. */
  const sleeping = (): number[] => processesAt(folder.path).filter((pid) => commandOf(pid) === 'sleep');
  const pairs = async (): Promise<number> => (await service.catalog()).conversions.length;

  it('adds its pairs when it is installed, and removes them when it is removed', async () => {
    await start();
    assert.equal(await pairs(), ownPairs);
    assert.deepEqual(await fault(), refused);
    const program = fakeProgram(folder.path, 'printf tone > "$out"');
    assert.equal(await pairs(), pairsWithFfmpeg);
    await succeeds();
    rmSync(program);
    assert.equal(await pairs(), ownPairs);
    await eventually(fault, (found) => isDeepStrictEqual(found, refused));
  });

  it('is named to anyone who asks for a pair that it would add', async () => {
    await start();
    for (const [name, to, program] of [
      ['a.rst', 'docx', 'Pandoc'],
      ['a.md', 'adoc', 'Pandoc'],
      ['a.lit', 'epub', 'Calibre'],
      ['a.docx', 'azw3', 'Calibre'],
    ] as const) {
      const { error } = await convert({ name, bytes: Buffer.from('a') }, to).ended;
      const from = path.extname(name).slice(1);
      const detail = `${from} can’t be converted to ${to} without ${program}.`;
      assert.deepEqual(error, { error: refused.error, detail });
      const { installable } = await service.catalog();
      const named = { from, to, program: program.toLowerCase() };
      assert.ok(
        installable.some((pair) => isDeepStrictEqual(pair, named)),
        name,
      );
    }
  });

  it('is searched for in the current settings’ location', async () => {
    const set: { ffmpeg?: string } = {};
    await start(set);
    set.ffmpeg = fakeProgram(folder.path, 'printf tone > "$out"', 'my ffmpeg');
    assert.equal(await pairs(), pairsWithFfmpeg);
    assert.deepEqual(await fault(), refused);
    service.refreshPrograms();
    await succeeds();
  });

  it('gets its arguments literally, and nothing of the file’s name', async () => {
    await startWith('printf "%s\\n" "$@" > "$out"');
    for (const name of ['-i', '%d.wav', 'a:b|c.wav', 'a\nb.wav', '$(touch hacked).wav', '`id`.wav']) {
      const args = (await submit(name).output()).toString().trimEnd().split('\n');
      const [input = '', output = ''] = args.filter((arg) => arg.startsWith('file:'));
      assert.deepEqual([path.basename(input), path.basename(output)], ['input', 'output']);
      assert.equal(args.at(-1), output);
    }
  });

  it('gets the job’s folder, but no key and no usable proxy', async () => {
    process.env['FUN_TEST_SECRET'] = 'secret';
    await startWith('{ /usr/bin/env; echo "cwd=$(pwd)"; } > "$out"');
    delete process.env['FUN_TEST_SECRET'];
    const text = (await submit().output()).toString();
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

  it('ends with the service', async () => {
    await startWith('exec sleep 600');
    const job = submit();
    await eventually(sleeping, (all) => all.length === 1);
    service.dispose();
    assert.equal((await job.ended).error?.error, 'localService.exited');
    await becomes(() => processesAt(folder.path), []);
  });

  it('sees only its own files, the system’s, and the job’s, and can write only to the job’s', async () => {
    const [secret, written] = [path.join(folder.path, 'secret'), path.join(folder.path, 'written')];
    writeFileSync(secret, 'xyzzy');
    const listing = `ls / '${folder.path}' /root /home; cat '${secret}' /etc/passwd; echo >'${written}'; echo seen`;
    await startWith(`{ ${listing}; } >"$out" 2>&1`);
    const text = (await submit().output()).toString();
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
    await convert(named(media('clip.mp4')), 'mov').output();
  });
});
