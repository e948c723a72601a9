import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createSocketPath } from '../../../../src/service/server/embedded.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('The socket path', () => {
  const folder = useTemporaryFolder();

  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('is in a private folder, which is deleted with it', async () => {
    const socket = await createSocketPath();
    const parent = path.dirname(socket.path);
    assert.equal(statSync(parent).mode & 0o777, 0o700);
    assert.equal(path.dirname(parent), os.tmpdir());
    socket.dispose();
    assert.ok(!existsSync(parent));
  });

  it('is short enough for macOS, whatever the temporary folder’s path', async () => {
    const long = path.join(folder.path, 'x'.repeat(100));
    mkdirSync(long);
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = long;
    try {
      const socket = await createSocketPath();
      assert.ok(Buffer.byteLength(socket.path) <= 103, socket.path);
      socket.dispose();
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    }
  });

  it('is a named pipe on Windows, with a new name each time', async () => {
    const [{ path: one }, { path: other }] = [
      await createSocketPath('win32'),
      await createSocketPath('win32'),
    ];
    assert.match(one, /^\\\\\.\\pipe\\fun-[0-9a-f]{32}$/);
    assert.notEqual(one, other);
  });
});
