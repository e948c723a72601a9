import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { probe } from '../support/service/ffmpeg.ts';
import { document, media } from '../support/service/fixtures.ts';
import { inspect } from '../support/service/raster.ts';
import { rowCalled } from '../support/workbench/text.ts';
import { Workbench } from '../support/workbench/workbench.ts';

describe('A person who has wishes', () => {
  let workbench: Workbench;

  before(async () => {
    const files = {
      'locked.pdf': await readFile(document('encrypted.pdf')),
      'tone.flac': await readFile(media('tone.flac')),
    };
    workbench = await Workbench.open({ name: 'options', files });
  });

  after(() => workbench.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  /** The options of the form and their values, once the form is back from the list of values of one of them. */
  const values = async (): Promise<Record<string, string>> => {
    const { quickInput } = workbench;
    await rowCalled(quickInput.rows, 'Convert').waitFor();
    const rows = await quickInput.read();
    return Object.fromEntries(rows.map(({ label, description }) => [label ?? '', description ?? '']));
  };

  async function openForm(name: string, target: string): Promise<void> {
    await workbench.explorer.choose([name], 'Convert & Compress', 'Convert With Options…');
    await workbench.quickInput.pickFormat(target);
  }

  it('sets what the service lets people set, and gets it so', async () => {
    const { quickInput } = workbench;
    await openForm('coffee.jpg', 'webp');
    await quickInput.choose('Width (pixels)');
    await quickInput.submit('0');
    await eventually(
      () => quickInput.message(),
      (message) => message === 'A number from 1 to 16383, please.',
    );
    await quickInput.submit('120');
    await quickInput.choose('Metadata');
    await quickInput.choose('Leave out all');
    const { Quality, Metadata, 'Width (pixels)': width } = await values();
    assert.deepEqual(
      { Quality, Metadata, width },
      { Quality: 'Not set', Metadata: 'Leave out all', width: '120' },
    );
    await workbench.screenshot('options');
    await quickInput.choose('Convert');
    await workbench.notifications.read('Saved coffee.webp.');
    assert.equal((await inspect(await readFile(inFolder('coffee.webp')), 'webp')).width, 120);
  });

  it('chooses a codec by its name', async () => {
    const { quickInput } = workbench;
    await openForm('tone.flac', 'ogg');
    await quickInput.choose('Codec');
    await quickInput.choose('Opus');
    assert.equal((await values())['Codec'], 'Opus');
    await workbench.screenshot('codec');
    await quickInput.choose('Convert');
    await workbench.notifications.read('Saved tone.ogg.');
    const { streams } = await probe(await readFile(inFolder('tone.ogg')), 'ogg');
    assert.equal(streams[0]?.codec_name, 'opus');
  });

  it('is asked for the password of a locked file by the message about it, and the job goes on', async () => {
    const { quickInput } = workbench;
    await workbench.explorer.choose(['locked.pdf'], 'Convert & Compress', 'Convert To…');
    await quickInput.pickFormat('txt');
    await workbench.notifications.read(/^locked\.pdf: The file is locked: its password is needed\./);
    await workbench.screenshot('locked');
    await workbench.notifications.click(/^locked\.pdf/, 'Enter password…');
    await quickInput.submitPassword('wrong');
    await workbench.notifications.read(/^locked\.pdf: The password does not open the file\./);
    await workbench.notifications.click(/does not open/, 'Enter password…');
    await quickInput.submitPassword('opened');
    await workbench.notifications.read('Saved locked.txt.');
    assert.match(await readFile(inFolder('locked.txt'), 'utf8'), /Grüße/);
  });

  it('gives a password among the options, which nobody sees', async () => {
    const { quickInput } = workbench;
    await openForm('locked.pdf', 'txt');
    await quickInput.choose('Password of the file');
    await quickInput.submitPassword('opened');
    assert.equal((await values())['Password of the file'], '••••••');
    await quickInput.choose('Convert');
    await workbench.notifications.read('Saved locked (1).txt.');
    assert.match(await readFile(inFolder('locked (1).txt'), 'utf8'), /Grüße/);
  });

  it('starts nothing when leaving the form', async () => {
    const { quickInput } = workbench;
    await openForm('cat.png', 'avif');
    await quickInput.choose('Quality');
    await quickInput.cancel();
    assert.equal((await values())['Quality'], 'Not set');
    await quickInput.cancel();
    await quickInput.widget.waitFor({ state: 'hidden' });
    await assert.rejects(readFile(inFolder('cat.avif')), { code: 'ENOENT' });
  });
});
