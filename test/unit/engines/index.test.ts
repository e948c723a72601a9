import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { engines } from '../../../src/engines/index.ts';
import { programIds, programs } from '../../../src/engines/programs/programs.ts';

const index = readFileSync('src/engines/index.ts', 'utf8');
const descriptions = [...index.matchAll(/^import \{[^}]*\} from '\.\/(.+)';$/gm)].map(
  ([, file]) => `src/engines/${file}`,
);

describe('The index of engines', () => {
  it('lists every description under a unique id', () => {
    const declared = descriptions.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^ {2}id: '(\w+)'/gm)].map(([, id]) => id),
    );
    assert.ok(declared.length > 0);
    const ids: ReadonlySet<string | undefined> = new Set(engines.map(({ id }) => id));
    const unlisted = declared.filter((id) => !ids.has(id));
    assert.deepEqual(unlisted, [], 'Add these to the list in src/engines/index.ts.');
    assert.equal(engines.length, declared.length);
    assert.equal(ids.size, engines.length);
  });

  it('has each program the extension knows, with its facts', () => {
    const used = engines.flatMap(({ id, program }) =>
      program === undefined ? [] : [[id, program] as const],
    );
    assert.deepEqual(new Set(used.map(([id]) => id)), new Set(programIds));
    for (const [id, { name, executables }] of used) {
      const known = Object.entries(programs).find(([each]) => each === id)?.[1];
      assert.deepEqual([name, executables], [known?.name, known?.executables]);
    }
  });

  it('loads existing modules', () => {
    for (const file of descriptions) {
      const loaded = [...readFileSync(file, 'utf8').matchAll(/\bimport\('(.+?)'\)/g)];
      assert.ok(loaded.length > 0, file);
      for (const [, name = ''] of loaded) assert.ok(existsSync(path.join(path.dirname(file), name)), name);
    }
  });
});
