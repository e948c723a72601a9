import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import { eventually } from '../support/eventually.ts';
import { fakeProgram } from '../support/service/fakeProgram.ts';
import { convert, Sandbox, withSettings } from './sandbox.ts';

describe('A program named in the user’s settings', () => {
  let sandbox: Sandbox;

  before(function () {
    // The fake program is a shell script.
    if (process.platform === 'win32') this.skip();
  });

  beforeEach(async () => {
    sandbox = await Sandbox.create();
  });

  afterEach(() => sandbox.remove());

  it('is used as soon as it exists and until it is removed', async () => {
    const source = await sandbox.add('media/tone.wav');
    const toWma = async (): Promise<unknown[]> => {
      const [result] = await convert([source], 'wma');
      return [result?.status, result?.error?.code, result?.error?.detail, result?.output];
    };
    const lacking = ['failed', 'formats.needs_program', 'FFmpeg', undefined];
    await withSettings({ 'local.tools.ffmpeg': sandbox.path('my ffmpeg') }, async () => {
      assert.deepEqual(await toWma(), lacking);
      // The first bytes of an ASF file.
      const magic = String.raw`printf '\060\046\262\165\216\146\317\021' > "$out"`;
      const program = fakeProgram(sandbox.folder, magic, 'my ffmpeg');
      assert.deepEqual(await toWma(), ['done', undefined, undefined, sandbox.path('tone.wma')]);
      assert.equal((await readFile(sandbox.path('tone.wma'))).length, 8);
      await rm(program);
      assert.deepEqual(await toWma(), lacking);
    });
  });

  it('is listed with its version, its sandbox, and what to check', async () => {
    await withSettings({ 'local.tools.ffmpeg': sandbox.path('my `ffmpeg') }, async () => {
      fakeProgram(sandbox.folder, '', 'my `ffmpeg');
      await vscode.commands.executeCommand(commands.showPrograms);
      // VS Code shows the report as rendered Markdown, not in a text editor.
      const document = await eventually(
        async () => vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('/programs.md')),
        (found) => found !== undefined,
      );
      const text = document?.getText() ?? '';
      assert.match(text, /^# Programs on this computer$/m);
      assert.match(
        text,
        /^## FFmpeg 99\.1\n\n- Converts and compresses .*\n- Location: `[^`]*my ’ffmpeg`\n- (?:Sandboxed by|Not sandboxed:) /m,
      );
    });
  });
});
