import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { toolEnv } from '../../test/support/command.ts';
import { root } from '../../test/support/paths.ts';
import { runFolder } from '../../test/support/run/runFolder.ts';
import { type Figure, figure, median } from './benchmark.ts';

const run = promisify(execFile);
const rounds = 3;

/**
 * Compares cases with another commit. The two are measured alternately, because the machine may be busy. Cases that the
 * other commit lacks are skipped.
 */
export async function compareWith(ref: string, cases: readonly string[]): Promise<void> {
  const other = await mkdtemp(path.join(runFolder(), 'compared-'));
  await run('git', ['worktree', 'add', '--detach', other, ref], { cwd: root });
  try {
    // Both builds use the current packages, so changes of packages aren't compared.
    await symlink(path.join(root, 'node_modules'), path.join(other, 'node_modules'));
    for (const name of cases) {
      if (existsSync(path.join(other, 'tools/bench/cases', `${name}.ts`)))
        await compareCase(name, other, ref);
      else console.error(`${name}: ${ref} doesn’t measure it.`);
    }
  } finally {
    await run('git', ['worktree', 'remove', '--force', other], { cwd: root });
    await rm(other, { recursive: true, force: true });
  }
}

async function compareCase(name: string, other: string, ref: string): Promise<void> {
  const ours = new Map<string, Figure[]>();
  const theirs = new Map<string, Figure[]>();
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      { folder: root, figures: ours },
      { folder: other, figures: theirs },
    ];
    for (const { folder, figures } of round % 2 === 0 ? turns : turns.toReversed())
      for (const each of await figuresOf(name, folder))
        figures.set(each.name, [...(figures.get(each.name) ?? []), each]);
  }
  for (const [variant, here] of ours) {
    const there = theirs.get(variant);
    if (there === undefined) continue;
    const compared = figure({
      name: variant,
      ours: median(here.map((each) => each.ours)),
      reference: median(there.map((each) => each.ours)),
      unit: here[0]?.unit ?? '',
      runs: here.length,
      note: `compared with ${ref}`,
    });
    console.log(JSON.stringify(compared));
  }
}

async function figuresOf(name: string, folder: string): Promise<Figure[]> {
  const { stdout } = await run(process.execPath, ['tools/bench/main.ts', name], {
    cwd: folder,
    env: toolEnv(),
    maxBuffer: 16 * 1024 ** 2,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Figure => JSON.parse(line));
}
