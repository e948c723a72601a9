import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  inSandboxExec,
  profile,
  provenMechanisms,
} from '../../../../../src/engines/programs/confinement/mechanisms.ts';
import { useTemporaryFolder } from '../../../../support/temporaryFolder.ts';

describe('The sandbox-exec profile', () => {
  const folder = useTemporaryFolder();

  it('denies the network and all files but the job’s and the program’s, in this order', () => {
    assert.equal(
      profile({ files: ['/Users/me/bin/pandoc'], inputs: ['/private/tmp/job/input'] }),
      [
        '(version 1)',
        '(allow default)',
        '(deny network*)',
        '(deny appleevent-send)',
        '(deny file-write*)',
        '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/dtracehelper"))',
        '(deny file-read-data (subpath "/Users") (subpath "/Volumes") (subpath "/private/tmp") (subpath "/private/var/tmp") (subpath "/private/var/folders"))',
        '(allow file-read-data (subpath (param "FILE0")))',
        '(allow file-read* file-write* (subpath (param "FOLDER")))',
        '(deny file-write* (literal (param "INPUT0")))',
      ].join('\n'),
    );
  });

  it('gets paths without links, and none as part of a rule', () => {
    const job = path.join(folder.path, 'job") (allow default) ("');
    mkdirSync(job);
    const link = path.join(folder.path, 'link');
    symlinkSync(job, link);
    writeFileSync(path.join(job, 'input'), '');
    const box = { folder: link, home: link, inputs: [path.join(link, 'input')], files: [] };
    const { program, args } = inSandboxExec('/usr/bin/sandbox-exec', box, {
      program: '/bin/cat',
      args: ['-'],
    });
    assert.equal(program, '/usr/bin/sandbox-exec');
    const definitions = ['-D', `FOLDER=${job}`, '-D', `INPUT0=${path.join(job, 'input')}`];
    assert.deepEqual(args, [...definitions, '-p', profile(box), '/bin/cat', '-']);
  });

  it('isn’t used before it was run on a real system', () => {
    assert.ok(!provenMechanisms.includes('sandbox-exec'));
  });
});
