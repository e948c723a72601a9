import assert from 'node:assert/strict';
import { programsReport } from '../../../../src/vscode/diagnostics/programsReport.ts';

describe('The report on programs', () => {
  it('says of a program that is not run why that is', () => {
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
