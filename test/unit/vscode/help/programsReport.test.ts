import assert from 'node:assert/strict';
import { programIds, programs } from '../../../../src/engines/programs/programs.ts';
import { link } from '../../../../src/vscode/text/markdown.ts';
import { programsReport } from '../../../../src/vscode/help/programsReport.ts';
import { untrusted } from '../../../../src/vscode/text/safeText.ts';
import { linksOf } from '../../../support/markdown.ts';

describe('The programs report', () => {
  it('links to the pages of missing programs', () => {
    const addresses = programIds.map((id) => programs[id].address);
    assert.deepEqual(linksOf(programsReport([])), addresses);
  });

  it('has no link with an address from outside', () => {
    for (const address of ['https://a.example/)[x](command:evil)', 'command:evil', 'https://a.example> <b']) {
      assert.deepEqual(linksOf(link(untrusted(address))), [], address);
    }
  });

  it('explains why a program isn’t run', () => {
    const facts = { id: 'ffmpeg', path: '/usr/bin/ffmpeg', couldBeConfined: false } as const;
    assert.match(
      String(programsReport([{ ...facts, refusal: 'root' }])),
      /Not run: VS Code runs as root, and no sandbox for the program works here/,
    );
    assert.match(
      String(programsReport([{ ...facts, refusal: 'unstarted' }])),
      /Not run for now: its sandbox couldn’t be started/,
    );
  });
});
