import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';

const read = (file: string) => parse(readFileSync(file, 'utf8'));
const { configurations } = read('.vscode/launch.json');
const { tasks } = read('.vscode/tasks.json');

interface Configuration {
  readonly name: string;
  readonly program?: string;
  readonly runtimeExecutable?: string;
  readonly preLaunchTask?: string;
}

interface Task {
  readonly label: string;
  readonly type?: string;
  readonly script?: string;
  readonly dependsOn?: readonly string[];
}

describe('F5 and the tasks of VS Code', () => {
  it('start only files that exist or are built first', () => {
    const paths = configurations
      .flatMap(({ program, runtimeExecutable }: Configuration) => [program, runtimeExecutable])
      .flatMap((path: string | undefined) => path?.replace('${workspaceFolder}/', '') ?? []);
    assert.ok(paths.length > 0);
    const missing = paths.filter((path: string) => !existsSync(path) && !path.startsWith('dist/'));
    assert.deepEqual(missing, []);
  });

  it('wait only for existing tasks', () => {
    const labels = new Set(tasks.map(({ label }: Task) => label));
    const needed = [
      ...configurations.flatMap(({ preLaunchTask }: Configuration) => preLaunchTask ?? []),
      ...tasks.flatMap(({ dependsOn }: Task) => dependsOn ?? []),
    ];
    assert.deepEqual(
      needed.filter((label) => !labels.has(label)),
      [],
    );
  });

  it('name existing npm scripts', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const unknown = tasks.filter(({ type, script = '' }: Task) => type === 'npm' && !scripts[script]);
    assert.deepEqual(unknown, []);
  });
});
