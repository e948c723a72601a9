import assert from 'node:assert/strict';
import type { EngineTask } from '../../../../src/engines/api/task.ts';
import type { Inspection } from '../../../../src/engines/programs/confinement/inspector.ts';
import { ConfinedRunner } from '../../../../src/service/worker/runner.ts';

const never = new AbortController().signal;
const paths = { inputPath: '', inputBytes: 0, fileName: '', outputPath: '' };
const work: EngineTask = {
  tool: 'convert',
  engine: 'calibre',
  program: '/link/ebook-convert',
  from: 'epub',
  to: 'azw3',
  options: {},
  ...paths,
};

/** A runner on this platform for a program of this version, and a record of its calls. */
function build(
  platform: NodeJS.Platform,
  version: string | undefined,
  confinement: Inspection['confinement'] = { by: 'nobody' },
) {
  const passed: EngineTask[] = [];
  const inspection: Inspection = {
    program: '/real/ebook-convert',
    confinement,
    canConfine: false,
    ...(version === undefined ? {} : { version }),
  };
  const runner = new ConfinedRunner(
    {
      run: async (each) => {
        passed.push(each);
        return {};
      },
    },
    { inspect: async () => inspection },
    platform,
  );
  return { runner, passed };
}

describe('ConfinedRunner', () => {
  it('passes on the program’s sandbox and path', async () => {
    const { runner, passed } = build('linux', '9.10.0');
    await runner.run(work, never);
    const program = { program: '/real/ebook-convert', confinement: { by: 'nobody' } };
    assert.deepEqual(passed, [{ ...work, ...program }]);
  });

  it('passes on work without a program unchanged', async () => {
    const { runner, passed } = build('linux', undefined);
    const own: EngineTask = {
      tool: 'convert',
      engine: 'data',
      from: 'json',
      to: 'yaml',
      options: {},
      ...paths,
    };
    await runner.run(own, never);
    assert.deepEqual(passed, [own]);
  });

  for (const platform of ['win32', 'darwin'] as const) {
    it(`refuses files on ${platform} that could exploit the version, and says what to update`, async () => {
      const { runner, passed } = build(platform, '9.4.0');
      await assert.rejects(runner.run(work, never), {
        code: 'conversion.failed',
        message:
          'Calibre 9.4.0 has a security vulnerability that EPUB files can exploit (CVE-2026-53511). Update Calibre to 9.10.0 or later.',
      });
      assert.deepEqual(passed, []);
      await runner.run({ ...work, from: 'mobi' }, never);
      assert.equal(passed.length, 1);
    });
  }

  it('refuses nothing of a fixed version, or of a build without a version', async () => {
    for (const version of ['9.10.0', '10.0', undefined]) {
      const { runner, passed } = build('win32', version);
      await runner.run(work, never);
      assert.equal(passed.length, 1);
    }
  });

  it('refuses nothing on Linux, where fixes don’t change the version', async () => {
    const { runner, passed } = build('linux', '6.13.0');
    await runner.run(work, never);
    assert.equal(passed.length, 1);
  });

  it('runs nothing that must be sandboxed and can’t be, and says why', async () => {
    const messages = {
      root: 'Calibre wasn’t run: where VS Code runs as root, programs need a sandbox, and none works here. Install bubblewrap, or run VS Code as another user.',
      unstarted:
        'Calibre wasn’t run: its sandbox couldn’t be started just now. Try again when the computer is less busy.',
    };
    for (const why of ['root', 'unstarted'] as const) {
      const { runner, passed } = build('linux', undefined, { by: 'refusal', why });
      await assert.rejects(runner.run(work, never), { code: 'conversion.failed', message: messages[why] });
      assert.deepEqual(passed, []);
    }
  });

  it('stops waiting for the program’s check when the job is canceled', async () => {
    const inspector = { inspect: async () => new Promise<Inspection>(() => undefined) };
    const runner = new ConfinedRunner({ run: async () => ({}) }, inspector);
    const abort = new AbortController();
    const run = runner.run(work, abort.signal);
    abort.abort(new Error('cancelled'));
    await assert.rejects(run, { message: 'cancelled' });
  });
});
