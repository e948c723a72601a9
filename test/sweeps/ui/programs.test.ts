import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../support/eventually.ts';
import { fakeProgram } from '../../support/service/fakeProgram.ts';
import { document, media } from '../../support/service/fixtures.ts';
import { withoutPrograms } from '../../support/workbench/withoutPrograms.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user without external programs', () => {
  let workbench: Workbench;
  let programs: string;

  before(async () => {
    programs = await mkdtemp(path.join(os.tmpdir(), 'programs-'));
    const machineSettings = {
      ...withoutPrograms,
      'fileUtilityNetwork.local.tools.ffmpeg': path.join(programs, 'ffmpeg'),
    };
    const files = {
      'clip.mp4': await readFile(media('clip.mp4')),
      'song.wma': Buffer.from('sound'),
      'voyage.docx': await readFile(document('voyage.docx')),
    };
    workbench = await Workbench.open({ name: 'programs', machineSettings, files });
  });

  after(async () => {
    await workbench.close();
    await rm(programs, { recursive: true });
  });

  /** Types into the list of a file's targets until only these remain. */
  async function finds(file: string, typed: string, ...targets: readonly string[]): Promise<void> {
    await workbench.explorer.choose([file], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.read();
    await workbench.quickInput.type(typed);
    await eventually(
      async () => (await workbench.quickInput.read()).map(({ label }) => label),
      (labels) => isDeepStrictEqual(labels, targets),
    );
    await workbench.quickInput.cancel();
  }

  it('reads in one sentence what a program would add for files that nothing converts', async () => {
    await workbench.explorer.choose(['song.wma'], 'Convert & Compress', 'Convert To…');
    await workbench.notifications.read(
      /^Install FFmpeg to convert WMA to MP3, M4A, WAV, and \d+ more formats\.$/,
    );
    await workbench.screenshot('install-program');
    await workbench.notifications.click(/^Install FFmpeg/, 'Set Path');
    await workbench.page.getByText('Absolute path of ffmpeg', { exact: false }).first().waitFor();
    await workbench.closeModalEditor();
  });

  it('is pointed to the program that makes videos smaller', async () => {
    const labels = await workbench.explorer.menuLabels(['clip.mp4'], 'Convert & Compress');
    assert.ok(!labels.includes('Compress'));
    await workbench.explorer.select('clip.mp4');
    await workbench.page.keyboard.press('Control+Alt+Shift+Z');
    const message = /^clip\.mp4: Install FFmpeg on this computer/;
    assert.ok((await workbench.notifications.buttonsOf(message)).includes('Get FFmpeg'));
  });

  it('finds the program by typing a format it makes', async () => {
    await finds('voyage.docx', 'rst', 'Install Pandoc…');
    await finds('voyage.docx', 'azw3', 'Install Calibre…');
    await finds('voyage.docx', 'pdf', 'PDF — Portable Document Format');
  });

  it('finds the program among the targets, and its formats from installation to removal', async () => {
    await finds('clip.mp4', 'webm', 'Install FFmpeg…');
    const program = fakeProgram(programs, '');
    await finds('clip.mp4', 'webm', 'WebM', 'WEBA — WebM audio');
    await rm(program);
    await finds('clip.mp4', 'webm', 'Install FFmpeg…');
  });
});
