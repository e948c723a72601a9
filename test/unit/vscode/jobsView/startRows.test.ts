import assert from 'node:assert/strict';
import { commands } from '../../../../src/manifest.ts';
import { startMessage, startRows, type StartState } from '../../../../src/vscode/jobsView/startRows.ts';

const host = 'files.example.com';
const rowsOf = (state: StartState): string[] => [...startRows(state).values()].map(({ label }) => label);

describe('The rows of an empty list', () => {
  it('lead past whatever prevents using the network', () => {
    const files = ['Convert Files…', 'Compress Files…'];
    const network = { host, isOnlyPlace: false };
    assert.deepEqual(rowsOf({ kind: 'free' }), [...files, 'Set Up Network…']);
    assert.deepEqual(rowsOf({ kind: 'untrusted' }), [...files, 'Manage Workspace Trust…']);
    assert.deepEqual(rowsOf({ kind: 'noKey', ...network }), [...files, 'Set API Key…']);
    assert.deepEqual(rowsOf({ kind: 'away', ...network }), [
      ...files,
      'Check Connection',
      'Choose Where to Convert…',
    ]);
  });

  it('run the command of their id, so that dropping files on compression compresses', () => {
    for (const [id, row] of startRows({ kind: 'free' })) assert.equal(row.onClick?.command, id);
    assert.deepEqual(
      [...startRows({ kind: 'untrusted' }).keys()],
      [commands.convert, commands.compressSelected, 'workbench.trust.manage'],
    );
  });

  it('mention this computer only if it is used', () => {
    for (const kind of ['noKey', 'away'] as const) {
      assert.match(startMessage({ kind, host, isOnlyPlace: false }), /files\.example\.com.*this computer/);
      assert.doesNotMatch(startMessage({ kind, host, isOnlyPlace: true }), /this computer/);
    }
    assert.match(startMessage({ kind: 'untrusted' }), /isn’t trusted/);
    assert.match(startMessage({ kind: 'free' }), /Nothing has been converted yet/);
  });
});
