import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RuleMemory } from '../../../../src/vscode/rules/ruleMemory.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const output = { uri: 'file:///w/a.webp', sizeBytes: 5, modifiedMs: 7 };
const plain = { kind: 'file', isLink: false } as const;
const job = jobWith({ id: 'one', source: 'file:///w/a.png', sourceBytes: 9, sourceModifiedMs: 7 });

describe('RuleMemory', () => {
  const folder = useTemporaryFolder();
  let file: string;

  beforeEach(() => {
    file = path.join(folder.path, 'memory.json');
  });

  it('knows a rule’s output, even in the next window, until somebody changes it', async () => {
    const first = await RuleMemory.open(file);
    await first.begun([job], 'Web');
    await (await RuleMemory.open(file)).ended(job, output, undefined);
    const memory = await RuleMemory.open(file);
    assert.equal(memory.isOurs('file:///w/a.webp', { ...plain, sizeBytes: 5, modifiedMs: 7 }), true);
    assert.equal(memory.isOurs('file:///w/a.webp', { ...plain, sizeBytes: 5, modifiedMs: 8 }), false);
    assert.equal(memory.isOurs('file:///w/b.webp', { ...plain, sizeBytes: 5, modifiedMs: 7 }), false);
    assert.deepEqual(memory.lastOf('file:///w/a.png', 'Web')?.output, output);
    assert.equal(memory.lastOf('file:///w/a.png', 'Other'), undefined);
  });

  it('knows an original that undo restores', async () => {
    const memory = await RuleMemory.open(file);
    await memory.begun([job], 'Small');
    await memory.ended(job, output, { sizeBytes: 9, modifiedMs: 3 });
    assert.equal(memory.isOurs(output.uri, { ...plain, sizeBytes: 9, modifiedMs: 3 }), true);
  });

  it('ignores jobs that no rule started', async () => {
    const memory = await RuleMemory.open(file);
    await memory.ended(job, output, undefined);
    assert.equal(memory.isOurs(output.uri, { ...plain, sizeBytes: 5, modifiedMs: 7 }), false);
  });

  it('starts empty if its file can’t be read', async () => {
    await writeFile(file, '{ damaged');
    assert.equal((await RuleMemory.open(file)).lastOf('file:///w/a.png', 'Web'), undefined);
  });
});
