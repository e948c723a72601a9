import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeOwner } from '../../../../../src/engines/programs/confinement/sandbox.ts';
import { useTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const changedAt = (file: string): bigint => lstatSync(file, { bigint: true }).ctimeNs;

describe('changeOwner', () => {
  const folder = useTemporaryFolder();

  it('changes a folder’s owner after everything in it', async function () {
    const user = process.getuid?.();
    if (user === undefined) this.skip();
    const inner = path.join(folder.path, 'inner');
    mkdirSync(inner);
    // Enough files for the file system's clock, which ticks 250 times a second, to advance.
    const names = Array.from({ length: 2000 }, (_, index) => path.join(inner, String(index)));
    for (const name of names) writeFileSync(name, '');
    await changeOwner(user, folder.path);
    const [outside, inside] = [changedAt(folder.path), changedAt(inner)];
    const files = names.map(changedAt).toSorted((a, b) => (a < b ? -1 : 1));
    assert.ok(outside >= inside && inside >= (files.at(-1) ?? 0n));
    assert.ok(inside > (files[0] ?? 0n));
  });
});
