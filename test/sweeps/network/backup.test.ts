import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { migrate } from '../../../src/network/database/migrate.ts';
import { migrations } from '../../../src/network/database/migrations/index.ts';
import { personWith } from '../../support/network/accounts.ts';
import { networkCommand, networkService } from '../../support/network/networkCommand.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { mayMount, ownDisk } from '../../support/network/ownDisk.ts';
import { TestDatabase, useDatabase } from '../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const header = (tables: unknown[], steps: readonly string[] = migrations.map(({ name }) => name)): Buffer =>
  frame(JSON.stringify({ format: 'file-utility-network backup 1', migrations: steps, tables }));

function frame(content: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(content)]);
}

/** The frames of a backup. */
function framesOf(file: string): Buffer[] {
  const all = gunzipSync(readFileSync(file));
  const frames: Buffer[] = [];
  for (let at = 0; at < all.length; at += 4 + (frames.at(-1)?.length ?? 0))
    frames.push(all.subarray(at + 4, at + 4 + all.readUInt32BE(at)));
  return frames;
}

describe('A backup', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();
  const target = new TestDatabase();
  beforeEach(() => target.create());
  afterEach(() => target.drop());

  const at = (name: string): string => path.join(folder.path, name);
  const backUp = (file = at('backup')) => networkCommand(['backup', file], { FUN_DATABASE_URL: current.url });
  const restore = (file = at('backup')) =>
    networkCommand(['restore', file], { FUN_DATABASE_URL: target.url });
  const isUntouched = async () =>
    (await target.database.query(`select from pg_namespace where nspname = 'network'`)).rowCount === 0;
  const refused = async (file: string, reason: RegExp) => {
    const { exitCode, stdout, stderr } = await restore(file);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, reason);
    assert.match(stderr, /^[^\n\p{C}]+\n$/u);
    assert.ok(await isUntouched(), file);
  };

  it('is refused in one sentence, without a change, if it is damaged or none', async () => {
    await personWith(current.database, 'ann@example.com');
    assert.equal((await backUp()).exitCode, 0);
    const whole = readFileSync(at('backup'));
    const files: Record<string, string | Buffer> = {
      text: 'select 1',
      empty: '',
      'no header': gzipSync('[]'),
      'another format': gzipSync(frame('{"format":"other"}')),
      'endless frame': gzipSync(Buffer.from([255, 255, 255, 255, 0])),
      'no rows': gzipSync(header([{ name: 'accounts', columns: ['id'] }])),
      half: whole.subarray(0, whole.length / 2),
      'one byte less': whole.subarray(0, -1),
      changed: Buffer.concat([whole.subarray(0, 200), Buffer.from([whole[200]! ^ 255]), whole.subarray(201)]),
      twice: Buffer.concat([whole, whole]),
    };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(at(name), content);
      await refused(at(name), / isn’t a complete backup of a network: /);
    }
    await refused(at('missing'), / isn’t a complete backup of a network: ENOENT/);
    await refused(folder.path, / isn’t a complete backup of a network: EISDIR/);
    await refused('', /^The path of the file is missing\.$/m);
  });

  it('is refused, without a change, if its tables, rows, or version aren’t those of a network', async () => {
    await personWith(current.database, 'ann@example.com');
    await backUp();
    const [, ...rest] = framesOf(at('backup'));
    const { tables } = JSON.parse(framesOf(at('backup'))[0]!.toString());
    const write = (name: string, ...frames: Buffer[]) => {
      writeFileSync(at(name), gzipSync(Buffer.concat(frames)));
      return at(name);
    };
    const evil = 'jobs (id) from program $$touch /tmp/x$$; drop schema public; --';
    const names = tables.map((table: { name: string }) => ({
      ...table,
      name: table.name === 'jobs' ? evil : table.name,
    }));
    const rows = rest.map(frame);
    await refused(write('evil names', header(names), ...rows), / can’t be restored: it has other tables\.$/m);
    await refused(write('no tables', header([])), / can’t be restored: it has other tables\.$/m);
    const newer = [...migrations.map(({ name }) => name), '9999-newer'];
    await refused(
      write('newer', header(tables, newer), ...rows),
      / is from another version of the network: /,
    );
    await refused(write('other steps', header(tables, ['0002-jobs']), ...rows), / is from another version /);
    const [accounts = Buffer.alloc(0)] = rest;
    const hostile = Buffer.from(accounts.toString().replace(/^[^\t]*/, 'x\u001b[31m\u202ey\\\\.'));
    await refused(
      write('rows', header(tables), frame(hostile), ...rows.slice(1)),
      / can’t be restored: invalid input syntax for type uuid: /,
    );
    await refused(
      write('no accounts', header(tables), ...rows.slice(1)),
      / can’t be restored: .* violates foreign key constraint /,
    );
  });

  it('is restored once, into an empty database with the same or an older schema', async () => {
    const { of } = await personWith(current.database, 'ann@example.com');
    await backUp();
    await migrate(target.database, migrations.slice(0, 3));
    const both = await Promise.all([restore(), restore()]);
    assert.equal(both.filter(({ exitCode }) => exitCode === 0).length, 1);
    assert.equal(both.filter(({ exitCode }) => exitCode === 2).length, 1);
    assert.match(both.map(({ stderr }) => stderr).join(''), /^The database isn’t empty\. Restore /);
    const { rows } = await target.database.query('select id from network.accounts');
    assert.deepEqual(rows, [{ id: of.id }]);
    const added = await networkCommand(['accounts', 'add', 'b'], { FUN_DATABASE_URL: target.url });
    assert.equal(added.exitCode, 0);
    assert.equal((await target.database.query('select from network.audit')).rowCount, 3);
  });

  it('of an earlier version gets the schema of this one', async () => {
    await migrate(current.database, migrations.slice(0, 12));
    await current.database.query(`insert into network.accounts (name, plan) values ('team', 'free')`);
    const window = `insert into network.balances select id, 'w', 45 from network.accounts`;
    await current.database.query(window);
    await current.database.query(
      `insert into network.ledger (account, credit_window, kind, credits, job) select id, 'w', 'charge', -5, gen_random_uuid() from network.accounts`,
    );
    assert.equal((await backUp()).exitCode, 0);
    assert.equal((await restore()).exitCode, 0);
    const { rows } = await target.database.query('select credits::int from network.usage');
    assert.deepEqual(rows, [{ credits: 5 }]);
    const steps = await target.database.query('select from network.migrations');
    assert.equal(steps.rowCount, migrations.length);
    await target.drop();
    await target.create();
    await migrate(target.database);
    const { exitCode, stderr } = await restore();
    assert.deepEqual(
      [exitCode, stderr],
      [2, 'The database has a newer schema than the backup. Use a new one.\n'],
    );
  });

  it('is of one moment, whatever changes meanwhile', async () => {
    const { of } = await personWith(current.database, 'ann@example.com');
    const blocker = new Client({ connectionString: current.url });
    await blocker.connect();
    await blocker.query('begin; lock table network.uploads in access exclusive mode');
    const made = backUp();
    for (;;) {
      const { rowCount } = await current.database.query('select from pg_locks where not granted');
      if (rowCount) break;
    }
    await current.database.query('delete from network.people');
    await current.database.query(`insert into network.accounts (name, plan) values ('later', 'free')`);
    await blocker.end();
    assert.equal((await made).exitCode, 0);
    await restore();
    const { rows } = await target.database.query(
      'select name, (select email from network.people) from network.accounts',
    );
    assert.deepEqual(rows, [{ name: of.name, email: 'ann@example.com' }]);
  });

  it('replaces an earlier file only when it is complete, and leaves nothing else', async () => {
    await personWith(current.database, 'ann@example.com');
    const nothing = await networkCommand(['backup', at('nothing')], { FUN_DATABASE_URL: target.url });
    assert.deepEqual([nothing.exitCode, nothing.stderr], [2, 'There is no network in the database.\n']);
    assert.ok(!existsSync(at('nothing')));
    const name = 'new\nline \u001b[31m –';
    assert.equal((await backUp(at(name))).exitCode, 0);
    assert.equal(statSync(at(name)).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder.path), [name]);
    assert.equal((await restore(at(name))).exitCode, 0);
    mkdirSync(at('folder'));
    for (const file of [at('folder'), at('nowhere/backup')]) {
      const { exitCode, stderr } = await backUp(file);
      assert.equal(exitCode, 2);
      assert.match(stderr, / can’t be written: E.*\.\n$/);
    }
    assert.deepEqual(readdirSync(folder.path).toSorted(), ['folder', name].toSorted());
  });

  (mayMount ? it : it.skip)('says that the disk is full, and keeps the earlier file', async () => {
    await personWith(current.database, 'ann@example.com');
    await current.database.query(
      `insert into network.audit (actor, action, subject)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from generate_series(1, 50000)`,
    );
    const disk = at('disk');
    mkdirSync(disk);
    const [program = '', ...args] = ownDisk(disk, '1m');
    const command = [...networkService, 'backup', `${disk}/backup`].map((word) => `'${word}'`).join(' ');
    const script = `echo earlier > ${disk}/backup; ${command}; echo $?; ls ${disk}; cat ${disk}/backup`;
    const env = { ...process.env, FUN_DATABASE_URL: current.url };
    const output = execFileSync(program, [...args, '/bin/sh', '-c', `exec 2>&1; ${script}`], {
      env,
      encoding: 'utf8',
    });
    assert.match(output, /^\S+ can’t be written: ENOSPC.*\.\n2\nbackup\nearlier\n$/);
  });

  it('moves a network into a new built-in database, whose keys stay valid', async () => {
    chmodSync(folder.path, 0o755);
    const data = (name: string) => ({ FUN_DATA_FOLDER: at(name), PATH: process.env['PATH'] });
    const first = await NetworkNode.start('all', data('first'));
    const key = /fun_[\w-]{43}/.exec(first.output.join('\n'))?.[0] ?? '';
    assert.equal((await networkCommand(['backup', at('backup')], data('first'))).exitCode, 0);
    const busy = await networkCommand(['restore', at('backup')], data('first'));
    assert.equal(busy.exitCode, 2);
    assert.match(busy.stderr, / is in use by another process: stop it first\. /);
    await first.stop();
    const full = await networkCommand(['restore', at('backup')], data('first'));
    assert.match(full.stderr, /^The database isn’t empty\./);
    await networkCommand(['restore', at('missing')], data('second'));
    assert.ok(!existsSync(at('second')));
    assert.equal((await networkCommand(['restore', at('backup')], data('second'))).exitCode, 0);
    const second = await NetworkNode.start('all', data('second'));
    const headers = { 'X-Service-Api-Key': key };
    const { status } = await fetch(`${second.baseUrl}/convert/entitlements/me`, { headers });
    await second.stop();
    assert.equal(status, 200);
  });
});
