import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatsPage } from '../tools/matrix/formatTable.ts';
import { anchorsOf, codeOf, linksOf, shellLinesOf } from './support/markdown.ts';
import { parts } from './support/run/parts.ts';

const files = globSync(['*.md', 'docs/*.md', 'src/*/*.md', '.github/**/*.md', 'test/fixtures/*.md']).map(
  (file) => file.split(path.sep).join('/'),
);
const pages = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('The documents', () => {
  it('list the registry’s formats', async () => {
    const { current, fresh } = await formatsPage();
    assert.equal(current, fresh, 'Run `npm run matrix -- --write`.');
  });

  it('give a reason for each package that ships', () => {
    const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` +\|/gm);
    assert.deepEqual(
      Array.from(rows, ([, name = '']) => name).toSorted(),
      Object.keys(dependencies).toSorted(),
    );
  });

  it('link only to existing files and headings', () => {
    const dead = pages.flatMap(({ file, text }) =>
      linksOf(text)
        .filter((target) => !/^(?:https:|mailto:)/.test(target))
        .filter((target) => !leadsSomewhere(file, target))
        .map((target) => `${file}: ${target}`),
    );
    assert.deepEqual(dead, []);
  });

  it('name only existing files and folders', () => {
    const missing = pages.flatMap(({ file, text }) =>
      codeOf(text)
        .filter((code) => /^(?:\.github|\.vscode|docs|media|src|test|tools)\/[\w./-]*$/.test(code))
        .filter((code) => !existsSync(code))
        .map((code) => `${file}: ${code}`),
    );
    assert.deepEqual(missing, []);
  });

  it('name tests by their whole path in the tables of promises', () => {
    const text = `${readFileSync('SECURITY.md', 'utf8')}${readFileSync('docs/testing.md', 'utf8')}`;
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    const names = rows.flatMap(codeOf).filter((code) => code.endsWith('.test.ts'));
    assert.ok(names.length > 100);
    assert.deepEqual(
      names.filter((name) => !name.startsWith('test/')),
      [],
    );
  });

  it('name only existing npm scripts, like the tasks of VS Code and the container', () => {
    const others = ['.vscode/tasks.json', 'deploy/Dockerfile'].map((file) => ({
      file,
      texts: [readFileSync(file, 'utf8')],
    }));
    const missing = pages
      .map(({ file, text }) => ({ file, texts: [...codeOf(text), ...shellLinesOf(text)] }))
      .concat(others)
      .flatMap(({ file, texts }) =>
        texts
          .flatMap((text) => [...text.matchAll(/(?:\bnpm run |"script": ")([\w:]+)/g)])
          .filter(([, script = '']) => scripts[script] === undefined)
          .map(([named]) => `${file}: ${named}`),
      );
    assert.deepEqual(missing, []);
  });

  it('assign every folder of test/sweeps/ to a part of the tests', () => {
    const folders = Object.values(parts).flatMap((part) => part.folders);
    assert.deepEqual(
      folders.map((folder) => `test/sweeps/${folder}`).toSorted(),
      globSync('test/sweeps/*')
        .map((folder) => folder.split(path.sep).join('/'))
        .toSorted(),
    );
  });

  it('describe every folder of src/ and src/vscode/', () => {
    for (const [page, paths] of [
      ['docs/architecture.md', globSync('src/*')],
      ['src/vscode/README.md', globSync('src/vscode/*/')],
    ] as const) {
      const text = readFileSync(page, 'utf8');
      const names = paths.map((each) => `\`${path.basename(each)}${each.endsWith('.ts') ? '' : '/'}\``);
      assert.deepEqual(
        names.filter((name) => !text.includes(name)),
        [],
      );
    }
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const page = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
  if (!existsSync(page)) return false;
  return heading === undefined || anchorsOf(readFileSync(page, 'utf8')).includes(heading);
}
