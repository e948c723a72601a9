import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolEnv } from '../../support/command.ts';
import { root } from '../../support/paths.ts';
import { readResults, resultsVariable } from '../../support/results.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const suites = {
  passes: `it('passes', () => new Promise((resolve) => setTimeout(resolve, 20)))`,
  fails: `it('fails', () => { throw new Error('wrong'); })`,
  unprepared: `before(() => { throw new Error('unprepared'); }); it('is not run', () => {})`,
  unloadable: `throw new Error('unloadable')`,
  dies: `it('dies', () => process.kill(process.pid, 'SIGKILL'))`,
};

describe('The results of suites side by side', () => {
  const folder = useTemporaryFolder();

  it('count each file that is not run to its end as a failure, and say which', async () => {
    const files = Object.entries(suites).map(([name, code]) => {
      const file = path.join(folder.path, `${name}.cjs`);
      writeFileSync(file, `describe('Suite', () => { ${code}; });`);
      return file;
    });
    const results = path.join(folder.path, 'results.json');
    const said = await new Promise<string>((resolve) => {
      const env = { ...toolEnv(), [resultsVariable]: results };
      execFile('mocha', ['--parallel', '--jobs', '2', ...files], { cwd: root, env }, (_, stdout) =>
        resolve(stdout),
      );
    });
    const { failed = [], ...counts } = readResults(results);
    assert.partialDeepStrictEqual(counts, { passes: 1, failures: 4 });
    const fails = path.relative(root, path.join(folder.path, 'fails.cjs'));
    assert.ok(
      failed.some((each) => each.startsWith(`${fails}: Suite fails\nError: wrong\n`)),
      failed.join('\n'),
    );
    assert.equal(failed.length, 4);
    assert.equal(said.trim().split('\n').at(-1), '1 passed, 4 failed');
    for (const name of ['unloadable', 'dies'])
      assert.ok(said.includes(`Not run to its end: ${path.join(folder.path, name)}.cjs`), said);
  });

  it('have the time that each file took', async () => {
    const file = path.join(folder.path, 'passes.cjs');
    writeFileSync(file, `describe('Suite', () => { before(() => {}); ${suites.passes}; });`);
    const results = path.join(folder.path, 'results.json');
    await new Promise((resolve) => {
      const env = { ...toolEnv(), [resultsVariable]: results };
      execFile('mocha', [file], { cwd: root, env }, resolve);
    });
    const { filesMs = {} } = readResults(results);
    assert.ok((filesMs[path.relative(root, file)] ?? 0) > 0, JSON.stringify(filesMs));
  });
});
