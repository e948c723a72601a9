import assert from 'node:assert/strict';
import { imports, reachedFrom } from './support/sourceImports.ts';

interface Step {
  /**
   * The step's entry files: VS Code loads them, a process starts with them, or an earlier step imports them
   * dynamically.
   */
  readonly entries: readonly string[];
  /** Maximum number of files that the step loads in addition to the earlier ones. */
  readonly maxFiles: number;
}

/** Entry files that no file imports: VS Code loads the first, and a process starts with the second. */
const roots: readonly string[] = ['src/extension.ts', 'src/service/main.ts'];

/**
 * The steps of one conversion on this computer, from an idle window to the engine. If a step exceeds its limit, it has
 * become harder to follow: merge files, or load some of them later.
 */
const steps: Readonly<Record<string, Step>> = {
  'an idle window': { entries: ['src/extension.ts'], maxFiles: 13 },
  'the session': { entries: ['src/session.ts'], maxFiles: 198 },
  'the local service and its worker process': {
    entries: ['src/service/main.ts', 'src/service/local/localService.ts', 'src/service/worker/workerMain.ts'],
    maxFiles: 66,
  },
  'the image engine': { entries: ['src/engines/images/convert.ts'], maxFiles: 32 },
};

describe('The files loaded for one conversion', () => {
  const loaded = new Set<string>();
  for (const [name, { entries, maxFiles }] of Object.entries(steps)) {
    const added = new Set<string>();
    const deferred = new Set(dynamicImportsOf(loaded));
    for (const entry of entries) {
      for (const file of [entry, ...reachedFrom(entry)]) if (!loaded.has(file)) added.add(file);
    }

    it(`are at most ${maxFiles} more for ${name}`, () => {
      const reachable = new Set([...roots, ...deferred, ...dynamicImportsOf(added)]);
      assert.deepEqual(
        entries.filter((entry) => !reachable.has(entry)),
        [],
      );
      assert.ok(added.size <= maxFiles, `${added.size} files:\n${[...added].toSorted().join('\n')}`);
    });

    for (const file of added) loaded.add(file);
  }
});

function dynamicImportsOf(files: Iterable<string>): string[] {
  return [...files].flatMap((file) =>
    (imports.get(file) ?? []).flatMap(({ name, kind }) => (kind === 'dynamic' ? name : [])),
  );
}
