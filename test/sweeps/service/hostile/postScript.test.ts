import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { document } from '../../../support/service/fixtures.ts';
import { useHostileService } from '../../../support/service/hostileService.ts';
import { invalid } from '../../../support/service/jobFaults.ts';
import { wordsByPoppler } from '../../../support/service/poppler.ts';
import { unconfined, withPrograms } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const secret = 'xyzzy';
const show = '/Times-Roman findfont 12 scalefont setfont 72 72 moveto';

/** A PostScript program that tries its attack, permitted or not, and then prints a word. */
const program = (attempt: string): Buffer =>
  Buffer.from(`%!\n${show} { ${attempt} } stopped pop clear\n${show} (honest) show showpage\n`);

describe('Hostile PostScript that Ghostscript runs', () => {
  const folder = useTemporaryFolder();
  const service = useHostileService(withPrograms, unconfined);

  it('can’t read, list, run, or write local files, or start other programs', async () => {
    const [read, written] = [path.join(folder.path, 'secret.txt'), path.join(folder.path, 'written')];
    await writeFile(read, `(${secret}) show`);
    for (const attempt of [
      `(${read}) (r) file 100 string readstring pop show`,
      `(${read}) run`,
      `(%os%${read}) (r) file 100 string readstring pop show`,
      `(${folder.path}/*) { show } 200 string filenameforall`,
      `(${written}) (w) file dup (a) writestring closefile`,
      `(%pipe%cat ${read}) (r) file 100 string readstring pop show`,
      `(%pipe%touch ${written}) (w) file closefile`,
      `/Pipe (%pipe%touch ${written}) def << /OutputFile Pipe >> setpagedevice showpage`,
      `<< /OutputFile (${written}) >> setpagedevice showpage`,
      `/.locksafe where { pop false .setsafe } if (${read}) run`,
    ]) {
      for (const name of ['a.ps', 'a.eps']) {
        const pdf = await service.outputIfAny(name, program(attempt), 'pdf');
        const words = pdf === undefined ? [] : (await wordsByPoppler(pdf)).flat();
        assert.ok(!words.join(' ').includes(secret), attempt);
        assert.ok(!words.join(' ').includes('secret.txt'), attempt);
      }
      assert.ok(!existsSync(written), attempt);
    }
  });

  it('can still do what is allowed', async () => {
    const pdf = await service.convert('a.ps', program('1 pop'), 'pdf');
    assert.deepEqual(await wordsByPoppler(pdf), [['honest']]);
  });

  it('is refused with the reason if it is truncated or not PostScript', async () => {
    const whole = path.join(folder.path, 'whole.ps');
    await promisify(execFile)('pdftops', [document('text.pdf'), whole]);
    const bytes = await readFile(whole);
    const cutOff = invalid('The PostScript file is incomplete: its end is missing.');
    assert.deepEqual(await service.failure('a.ps', bytes.subarray(0, bytes.length / 2), 'pdf'), cutOff);
    const noise = await service.failure('a.ps', Buffer.from('no PostScript at all'), 'pdf');
    assert.partialDeepStrictEqual(noise, { error: 'conversion.invalid_input' });
  });
});
