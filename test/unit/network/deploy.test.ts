import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { parse } from 'yaml';
import { parseCommand } from '../../../src/network/cli/commandLine.ts';
import { type Configuration, readConfiguration } from '../../../src/network/configuration.ts';
import { checkPublicSettings, listenAddress } from '../../../src/network/listenAddress.ts';
import { programNeeds } from '../../support/systemPackages.ts';

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');
const [dockerfile, composeText, caddyfile] = [
  read('Dockerfile'),
  read('compose.yaml'),
  read('Caddyfile'),
] as const;
const variable = /\$\{.*?\}/g;
const { services, configs, networks } = parse(composeText.replaceAll(variable, 'secret'), { merge: true });
const { database, proxy, store } = services;
const all = Object.keys(services).map((name) => [name, services[name]] as const);
const ownImage = all.filter(([, { build }]) => build !== undefined);
const nodes = ownImage.filter(([name]) => name !== 'migrate');
const { drainSeconds } = readConfiguration({}, undefined);

/** The configuration of a service in `compose.yaml`, in which a variable without a value is optional. */
function configurationOf(environment: Readonly<Record<string, string | null>>): Configuration {
  const set = Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return readConfiguration(Object.fromEntries(set), undefined);
}

// Other tests run the image. These compare the names in the files with the repository.
describe('deploy/Dockerfile', () => {
  it('runs the Node.js that the clone names, as an ordinary user', () => {
    assert.ok(dockerfile.includes(`ARG BASE=node:${readFileSync('.nvmrc', 'utf8').trim()}-bookworm-slim\n`));
    const users = dockerfile
      .split(/^FROM /m)
      .map((stage) => [...stage.matchAll(/^USER (.*)$/gm)].at(-1)?.[1])
      .slice(2);
    assert.deepEqual(users, ['node', 'node', undefined]);
  });

  it('starts the bundle with existing settings, and has one writable folder', () => {
    const env = Object.fromEntries(
      [...dockerfile.matchAll(/^ENV (FUN_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    assert.equal(readConfiguration(env, undefined).temporaryFolder, '/tmp');
    assert.match(dockerfile, /^VOLUME \/tmp$/m);
    assert.match(dockerfile, /^ENTRYPOINT \["node", "dist\/networkServer\.cjs"\]$/m);
  });

  it('installs all programs that engines can use, and their sandbox', () => {
    const [, list = ''] = /PROGRAMS="(.*)"/.exec(dockerfile) ?? [];
    const compilers = new Set(['gcc', 'libc6-dev']);
    const needed = programNeeds.map(({ debianPackage }) => debianPackage);
    assert.deepEqual(
      list.split(' ').filter((name) => !name.startsWith('fonts-')),
      needed.filter((name) => !compilers.has(name)).toSorted(),
    );
    assert.ok(dockerfile.includes(`\nFROM network AS ${services.worker.build.target}\n`));
  });
});

describe('deploy/compose.yaml', () => {
  it('publishes no port but the proxy’s', () => {
    const published = all.filter(([, { ports = [] }]) => ports.length > 0);
    assert.deepEqual(
      published.map(([name, { ports }]) => [name, ports]),
      [['proxy', ['443:443']]],
    );
  });

  it('has no default passwords, and starts only if all of them are set', () => {
    for (const [each] of composeText.matchAll(variable)) assert.match(each, /^\$\{[A-Z_]+:\?\}$/);
    for (const [name, value] of composeText.matchAll(/^ *\w*(?:PASSWORD|SECRET)\w*:(.*)$/gm))
      assert.match(value ?? '', /^ \$\{\w+:\?\}$/, name);
  });

  it('gives nodes no privileges, and the limits with which they can isolate their engines', () => {
    assert.ok(nodes.length > 2);
    for (const [name, service] of ownImage) {
      const { read_only: readOnly, cap_drop: dropped, security_opt: security, user } = service;
      assert.deepEqual([readOnly, dropped, user], [true, ['ALL'], undefined], name);
      assert.deepEqual(security, [
        'no-new-privileges:true',
        'seccomp:./seccomp.json',
        'systempaths=unconfined',
        'apparmor=unconfined',
      ]);
    }
  });

  it('gives the nodes of each role a database user that the database creates, with its own password, and no superuser', () => {
    const sql = read('database.sql');
    const named = parse(composeText, { merge: true }).services;
    const passwords = new Map<string, string>();
    for (const [name, { command }] of ownImage) {
      const url: string = named[name].environment['FUN_DATABASE_URL'];
      const { role } = parseCommand(command);
      const user = role === undefined ? 'network' : `network_${role}`;
      const [, username, variable = ''] =
        /^postgres:\/\/(\w+):\$\{(\w+):\?\}@database\/network$/.exec(url) ?? [];
      assert.equal(username, user, name);
      const [, inSql = ''] =
        new RegExp(`^create role ${user} login password :'(\\w+)';$`, 'm').exec(sql) ?? [];
      const [, inDatabase = ''] = new RegExp(`^\\\\getenv ${inSql} (\\w+)$`, 'm').exec(sql) ?? [];
      assert.equal(named.database.environment[inDatabase], `\${${variable}:?}`, name);
      passwords.set(user, variable);
    }
    assert.equal(new Set(passwords.values()).size, 4);
    assert.ok(sql.includes('create database network owner network;'));
    assert.ok(sql.includes('alter role current_user password null;'));
    assert.equal(Object.keys(database.environment).length, 4);
    assert.ok(database.volumes.includes('./database.sql:/docker-entrypoint-initdb.d/database.sql:ro'));
  });

  it('gives nodes the store’s only user, which can only use the bucket that the store creates', () => {
    assert.deepEqual(store.configs, [{ source: 'store-users', target: '/users.json' }]);
    assert.ok(store.command.includes('-s3.config=/users.json'));
    const { S3_BUCKET: bucket, ...others } = store.environment;
    assert.deepEqual(others, {});
    for (const [name, { environment }] of nodes) {
      const configuration = configurationOf(environment);
      assert.equal(configuration.store, `s3://${bucket}`, name);
      const { s3AccessKeyId: accessKey, s3SecretAccessKey: secretKey } = configuration;
      const actions = ['Read', 'Write', 'List'].map((action) => `${action}:${bucket}`);
      const user = { name: 'network', credentials: [{ accessKey, secretKey }], actions };
      assert.deepEqual(JSON.parse(configs['store-users'].content), { identities: [user] });
    }
  });

  it('gives each node a valid configuration, and asks it for its health at its address', () => {
    for (const [name, { command, environment, healthcheck }] of nodes) {
      assert.equal(parseCommand(command).role, name.replace(/-\d$/, ''));
      const configuration = configurationOf(environment);
      const { port } = listenAddress('operationsListen', configuration.operationsListen);
      assert.ok(healthcheck.test.at(-1).includes(`http://127.0.0.1:${port}/readyz`), name);
      if (name === 'worker') continue;
      const setting = name === 'accounts' ? 'accountsListen' : 'listen';
      const listening = listenAddress(setting, configuration[setting]);
      assert.ok(caddyfile.includes(` ${name}:${listening.port}`), name);
      checkPublicSettings(configuration);
      assert.deepEqual(configuration.trustedProxies, [proxy.networks.default.ipv4_address]);
    }
  });

  it('gives the proxy an address that no other service can get', () => {
    const [{ subnet, ip_range: dynamic }] = networks.default.ipam.config;
    const contains = [subnet, dynamic].map((network: string) => {
      const [base = '', length] = network.split('/');
      const list = new BlockList();
      list.addSubnet(base, Number(length));
      return list.check(proxy.networks.default.ipv4_address);
    });
    assert.deepEqual(contains, [true, false]);
  });

  it('allows more time to drain than a node takes', () => {
    for (const [name, { stop_grace_period: grace }] of nodes)
      assert.ok(60 * Number.parseInt(grace, 10) > drainSeconds, name);
  });
});

describe('deploy/file-utility-network.service', () => {
  const unit = read('file-utility-network.service');
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  it('starts a node with an existing command and settings, as an ordinary user', () => {
    const [program, script, ...args] = valueOf('ExecStart').split(' ');
    assert.deepEqual([program, script], ['node', 'dist/networkServer.cjs']);
    assert.equal(parseCommand(args).role, 'all');
    const env = Object.fromEntries(
      [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    const { dataFolder } = readConfiguration(env, undefined);
    assert.equal(dataFolder, `/var/lib/${valueOf('StateDirectory')}`);
    assert.deepEqual([valueOf('User'), valueOf('NoNewPrivileges')], ['network', 'yes']);
  });

  it('ends only the node itself, and waits longer for it than it drains', () => {
    assert.equal(valueOf('KillMode'), 'mixed');
    assert.ok(60 * Number.parseInt(valueOf('TimeoutStopSec'), 10) > drainSeconds);
  });
});
