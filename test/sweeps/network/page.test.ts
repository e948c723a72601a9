import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { closedPort } from '../../support/http/port.ts';
import { privateAuthority } from '../../support/http/privateAuthority.ts';
import { TestDatabase } from '../../support/network/testDatabase.ts';
import { root } from '../../support/paths.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const page = readFileSync(path.join(root, 'docs/running-a-network.md'), 'utf8');
const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block);

/** The commands of the page that this test doesn't run, by the programs that they need. */
const elsewhere = /\b(?:apt-get|runuser|systemctl|docker|kubectl)\b/;

const keyIn = (text: string): string => /fun_[\w-]{43}/.exec(text)?.[0] ?? '';

describe('The commands of docs/running-a-network.md', () => {
  const folder = useTemporaryFolder();
  const running = new Set<ChildProcess>();
  let env: NodeJS.ProcessEnv = {};
  /** What stands for the page's example, in the order in which it is replaced. */
  let own: readonly (readonly [string | RegExp, string])[] = [];

  before(() => {
    const skipped = blocks.filter((block) => elsewhere.test(block));
    console.log(
      `${skipped.length} of ${blocks.length} blocks need root, systemd, or containers, and aren’t run.`,
    );
  });
  beforeEach(async () => {
    // If the test runs as root, PostgreSQL runs as another user, who needs access to the folder.
    chmodSync(folder.path, 0o755);
    const clone = path.join(folder.path, 'clone');
    mkdirSync(clone);
    for (const name of ['node_modules', 'dist', 'media'])
      symlinkSync(path.join(root, name), path.join(clone, name));
    cpSync(path.join(root, 'package.json'), path.join(clone, 'package.json'));
    // The test run has built the clone.
    writeFileSync(path.join(clone, 'esbuild.mjs'), '');
    const ports = [await closedPort(), await closedPort(), await closedPort()];
    env = {
      HOME: folder.path,
      PATH: process.env['PATH'],
      FUN_DATA_FOLDER: path.join(folder.path, 'data'),
      FUN_LISTEN: `127.0.0.1:${ports[0]}`,
      FUN_ACCOUNTS_LISTEN: `127.0.0.1:${ports[1]}`,
      FUN_OPERATIONS_LISTEN: `127.0.0.1:${ports[2]}`,
    };
    own = [
      [/^npm ci(?: && |\n)/m, ''],
      ['0.0.0.0:8787', `0.0.0.0:${ports[0]}`],
      ['0.0.0.0:8788', `0.0.0.0:${ports[1]}`],
    ];
  });
  afterEach(async () => {
    await Promise.all([...running].map(stop));
  });

  /** The page's block whose text has this part. */
  const blockWith = (part: string): string => {
    const found = blocks.filter((block) => block.includes(part) && !elsewhere.test(block));
    assert.equal(found.length, 1, part);
    return own.reduce((text, [from, to]) => text.replaceAll(new RegExp(from, 'g'), () => to), found[0] ?? '');
  };

  /** Runs a block in a shell until it ends, or has started a network. */
  const run = async (block: string, settings: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: path.join(folder.path, 'clone'), env: { ...env, ...settings }, detached: true };
    const child = spawn('/bin/sh', ['-ec', block], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually(
      () => child.exitCode !== null || output.includes('"Node started"'),
      (isOver) => isOver,
    );
    if (child.exitCode !== null) assert.equal(child.exitCode, 0, output);
    return { child, output: () => output };
  };
  const stop = async (child: ChildProcess): Promise<void> => {
    running.delete(child);
    if (child.exitCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, 'SIGINT');
    await once(child, 'close');
  };
  const runs = async (block: string, settings?: NodeJS.ProcessEnv) => {
    const { child, output } = await run(block, settings);
    const printed = () => output().includes('http');
    await eventually(printed, (isPrinted) => isPrinted);
    await stop(child);
    return output();
  };

  it('start a network, back it up, and restore it into another built-in database', async () => {
    assert.match(await runs(blockWith('npm ci && npm run network')), /^ *fun_[\w-]{43}$/m);
    const { output } = await run(blockWith('network -- backup network.backup'));
    assert.match(output(), /^Backed up \d+ rows: network\.backup$/m);
    const { FUN_DATA_FOLDER: _, ...others } = env;
    env = others;
    const restored = await runs(blockWith('FUN_DATA_FOLDER="$HOME/network-2"'));
    assert.match(restored, /^Restored \d+ rows: network\.backup$/m);
    assert.match(restored, /^The ledger matches the balances: /m);
    assert.match(restored, new RegExp(`^The network runs at http://${env['FUN_LISTEN']}\\.`, 'm'));
    assert.equal(keyIn(restored), '');
  });

  it('start a network with TLS, or behind a proxy with TLS, at the address that it then prints', async () => {
    const { server } = await privateAuthority();
    writeFileSync(path.join(folder.path, 'files.pem'), server.cert);
    writeFileSync(path.join(folder.path, 'files.key'), server.key);
    const tls = blockWith('FUN_TLS_CERTIFICATE_FILE=/etc').replaceAll('/etc/ssl', folder.path);
    assert.match(await runs(tls), /^The network runs at https:\/\/files\.example\.com:8787\. /m);
    const proxied = await runs(blockWith('FUN_TRUSTED_PROXIES=127.0.0.1'));
    assert.match(proxied, /^The network runs at https:\/\/files\.example\.com\. /m);
  });

  it('use one’s own database, also with the accounts and keys of the built-in one', async () => {
    const address = 'postgres://network@/network?host=/var/run/postgresql';
    const [empty, moved] = [new TestDatabase(), new TestDatabase()];
    await Promise.all([empty.create(), moved.create()]);
    try {
      const started = await runs(blockWith('accounts add team').replace(address, empty.url));
      assert.match(keyIn(started), /^fun_/);
      await run(blockWith('network -- migrate'), { FUN_DATABASE_URL: empty.url });
      const key = keyIn(await runs(blockWith('npm ci && npm run network')));
      await run(blockWith('backup "$HOME/network.backup"').replace(address, moved.url));
      const settings = { FUN_DATABASE_URL: moved.url, FUN_STORE: path.join(folder.path, 'store') };
      await run('npm run network', settings);
      const url = `http://${env['FUN_LISTEN']}/convert/entitlements/me`;
      assert.equal((await fetch(url, { headers: { 'X-Service-Api-Key': key } })).status, 200);
    } finally {
      await Promise.all([...running].map(stop));
      await Promise.all([empty.drop(), moved.drop()]);
    }
  });

  it('are all either run here, or by other means', () => {
    const parts = [
      'npm ci && npm run network',
      'FUN_TLS_CERTIFICATE_FILE=/etc',
      'FUN_TRUSTED_PROXIES=127.0.0.1',
      'accounts add team',
      'backup "$HOME',
      'network -- migrate',
      'backup network.backup',
      'FUN_DATA_FOLDER="$HOME',
    ];
    const here = blocks.filter((block) => !elsewhere.test(block));
    assert.deepEqual(
      here.filter((block) => !parts.some((part) => block.includes(part))),
      [],
    );
  });
});
