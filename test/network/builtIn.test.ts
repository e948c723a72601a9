import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { networkCommand, networkService } from '../support/network/networkCommand.ts';
import { NetworkNode } from '../support/network/networkNode.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { useTemporaryFolder } from '../support/temporaryFolder.ts';

const lineWith = ({ output }: NetworkNode, part: string): string =>
  output.find((line) => line.includes(part))?.trim() ?? '';
const keyIn = (text: string): string => /fun_[\w-]{43}/.exec(text)?.[0] ?? '';
const statusWith = async ({ baseUrl }: NetworkNode, key: string): Promise<number> => {
  const headers = { 'X-Service-Api-Key': key };
  return (await fetch(`${baseUrl}/convert/entitlements/me`, { headers })).status;
};
const shell = (line: string): string =>
  execFileSync('/bin/sh', ['-c', `${line} --silent --show-error`], { encoding: 'utf8' });

describe('npm run network without any configuration', () => {
  const folder = useTemporaryFolder();
  const environment = () => {
    // If the test runs as root, PostgreSQL runs as another user, who needs access to the folder.
    chmodSync(folder.path, 0o755);
    return { FUN_DATA_FOLDER: path.join(folder.path, 'data'), PATH: process.env['PATH'] };
  };
  const runs = (): boolean => existsSync(path.join(folder.path, 'data/database/postmaster.pid'));
  const command = (...args: string[]) => networkCommand(args, environment());

  it('converts a file with the command that it prints, and keeps everything when it is killed', async () => {
    // Programs in a terminal may inherit this variable from the desktop.
    let node = await NetworkNode.start('all', { ...environment(), JOURNAL_STREAM: '8:1' });
    const key = keyIn(lineWith(node, 'fun_'));
    assert.match(lineWith(node, 'people invite'), / people invite EMAIL --account team --admin$/);
    const invite = ['people', 'invite', 'ann@example.com', '--account', 'team', '--admin'];
    const invitation = (await command(...invite)).stdout.trim();
    assert.equal((await fetch(invitation)).status, 200);
    const { authUrl } = await (await fetch(`${node.baseUrl}/.well-known/file-utility`)).json();
    assert.ok(invitation.startsWith(`${authUrl}/`));
    const { id } = JSON.parse(shell(lineWith(node, '--form targetFormat=jpg')));
    await eventually(
      async () => (await command('jobs', 'show', id)).stdout,
      (text) => /^Status +Succeeded$/m.test(text),
    );
    const result = path.join(folder.path, 'icon.jpg');
    shell(lineWith(node, '--output icon.jpg').replace('icon.jpg', result).replace('/ID/', `/${id}/`));
    assert.equal((await decodedFile(result)).format, 'JPEG');
    const other = keyIn((await command('keys', 'add', 'team', '--name', 'other')).stdout);
    const use = (await command('accounts', 'list')).stdout;
    assert.match(use, /^team +unmetered +used \d{4}-/);

    await node.stop('SIGKILL');
    node = await NetworkNode.start('all', environment());
    assert.ok(!node.output.some((line) => line.includes('fun_')));
    assert.match(lineWith(node, 'keys add'), /^npx node dist\/networkServer\.cjs keys add team --name NAME$/);
    assert.deepEqual([await statusWith(node, key), await statusWith(node, other)], [200, 200]);
    assert.equal(runs(), true);
    assert.equal(await node.stop('SIGINT'), 0);
    assert.equal(runs(), false);
    for (const line of node.log) assert.doesNotThrow(() => JSON.parse(line), line);

    const { stdout, stderr } = await command('jobs', 'list');
    assert.match(stdout, new RegExp(`^${id} +team +convert +Succeeded `));
    assert.equal(stderr, '');
    assert.equal(runs(), false);
  });

  it('prints no key that the journal of systemd would keep', async () => {
    const journal = 'export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/$$/fd/1); exec "$0" "$@"';
    const node = await NetworkNode.start('all', environment(), ['/bin/sh', '-c', journal, ...networkService]);
    assert.ok(!node.output.some((line) => line.includes('fun_')));
    await node.stop();
    assert.match((await command('keys', 'add', 'team', '--name', 'first')).stdout, /^fun_/);
  });

  it('is only created by a start, and other users can’t read its data', async () => {
    const { exitCode, stderr } = await command('migrate');
    assert.equal(exitCode, 2);
    assert.match(stderr, /^There is no network in .*\. Set FUN_DATA_FOLDER or FUN_DATABASE_URL .*\.\n$/);
    assert.ok(!existsSync(path.join(folder.path, 'data')));
    await (await NetworkNode.start('all', environment())).stop();
    assert.equal(statSync(path.join(folder.path, 'data/database')).mode & 0o777, 0o700);
  });

  it('reports in one sentence that its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const taken = `127.0.0.1:${address.port}`;
    const names = ['FUN_LISTEN', 'FUN_ACCOUNTS_LISTEN', 'FUN_OPERATIONS_LISTEN'];
    const ports = Object.fromEntries(names.map((name) => [name, '127.0.0.1:0']));
    for (const name of names) {
      const env = { ...environment(), ...ports, [name]: taken };
      const { stderr, exitCode } = await networkCommand(['--role', 'all'], env);
      assert.equal(exitCode, 2);
      const sentence = `Can’t listen on ${taken}, because another program uses that port. Set ${name} to another address and port.`;
      assert.equal(stderr.trimEnd().split('\n').at(-1), sentence);
    }
    server.close();
    assert.equal(runs(), false);
  });

  it('reports in one sentence that its folder can’t be used', async () => {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, '');
    const { stderr, exitCode } = await networkCommand(['--role', 'all'], { FUN_DATA_FOLDER: file });
    assert.equal(exitCode, 2);
    assert.match(
      stderr,
      /^The built-in database in .* can’t be used: .*\. Set FUN_DATA_FOLDER to another folder, or FUN_DATABASE_URL to .*\.\n$/,
    );
    assert.equal(readFileSync(file, 'utf8'), '');
  });

  it('refuses to be shared by several nodes', async () => {
    const { stderr, exitCode } = await networkCommand(['--role', 'worker'], environment());
    assert.equal(exitCode, 2);
    assert.match(stderr, /^Set FUN_DATABASE_URL to .*\. Only --role all can use the built-in database\.\n$/);
  });
});
