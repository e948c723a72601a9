import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { checkPublicSettings, listenAddress } from '../../../src/network/listenAddress.ts';
import { readConfiguration } from '../../../src/network/configuration.ts';
import { parseCommand } from '../../../src/network/cli/commandLine.ts';
import { programNeeds } from '../../support/systemPackages.ts';

const service = z.object({
  image: z.string(),
  build: z.optional(
    z.object({ context: z.string(), dockerfile: z.string(), target: z.optional(z.string()) }),
  ),
  command: z.optional(z.array(z.string())),
  read_only: z.optional(z.boolean()),
  cap_drop: z.optional(z.array(z.string())),
  security_opt: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
  // A variable without a value is optional.
  environment: z.optional(z.record(z.string(), z.nullable(z.string()))),
  stop_grace_period: z.optional(z.string()),
  depends_on: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.unknown())])),
  volumes: z.optional(z.array(z.string())),
  networks: z.optional(z.object({ default: z.object({ ipv4_address: z.string() }) })),
  healthcheck: z.optional(z.object({ test: z.array(z.string()) })),
  configs: z.optional(z.array(z.object({ source: z.string(), target: z.string() }))),
});
const compose = z.object({
  services: z.record(z.string(), service),
  configs: z.object({ 'store-users': z.object({ content: z.string() }) }),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.object({
    default: z.object({
      ipam: z.object({ config: z.array(z.object({ subnet: z.string(), ip_range: z.string() })) }),
    }),
  }),
});

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const instructions = dockerfile
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const valuesOf = (name: string): string[] =>
  instructions.flatMap(([each, value]) => (each === name ? [value] : []));

const composeText = readFileSync('deploy/compose.yaml', 'utf8');
const { services, configs, volumes, networks } = compose.parse(parse(composeText, { merge: true }));
const { proxy } = services;
assert.ok(proxy);
const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
const nodes = Object.entries(services).filter(([, { build }]) => build !== undefined);

const isWithin = (network: string, address: string): boolean => {
  const [base = '', length] = network.split('/');
  const list = new BlockList();
  list.addSubnet(base, Number(length));
  return list.check(address);
};

/** A service's environment with `${NAME:?}` filled in. */
const filled = (environment: Readonly<Record<string, string | null>>): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === null ? [] : [[name, value.replaceAll(/\$\{[A-Z_]+:\?\}/g, 'secret')]],
    ),
  );

// Other tests run the image. These compare the names in the files with the repository.
describe('deploy/Dockerfile', () => {
  it('runs the Node.js that the clone names, as an ordinary user', () => {
    const version = readFileSync('.nvmrc', 'utf8').trim();
    assert.equal(valuesOf('ARG')[0], `BASE=node:${version}-bookworm-slim`);
    assert.deepEqual(valuesOf('FROM'), [
      '${BASE} AS build',
      '${BASE} AS network',
      'network AS worker-full',
      'network',
    ]);
    assert.equal(valuesOf('USER').at(-1), 'node');
  });

  it('builds with an existing script, and starts the bundle that it makes', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, name = ''] of valuesOf('RUN')
      .join('\n')
      .matchAll(/npm run ([\w:]+)/g))
      assert.ok(name in scripts, name);
    const [entry = ''] = valuesOf('ENTRYPOINT');
    assert.deepEqual(JSON.parse(entry), ['node', 'dist/networkServer.cjs']);
    assert.match(readFileSync('esbuild.mjs', 'utf8'), /networkServer/);
    for (const copied of valuesOf('COPY').filter((each) => each.startsWith('--from=build'))) {
      assert.match(
        copied,
        /^--from=build \/service\/(package\.json|node_modules|dist) \.\/(package\.json|node_modules|dist)?$/,
      );
    }
  });

  it('installs all programs that engines can use, and their sandbox', () => {
    const [, list = ''] = /PROGRAMS="(.*)"/.exec(dockerfile) ?? [];
    const installed = list.split(' ');
    const needed = programNeeds.map(({ debianPackage }) => debianPackage);
    const compilers = new Set(['gcc', 'libc6-dev']);
    assert.deepEqual(
      installed.filter((name) => !name.startsWith('fonts-')),
      needed.filter((name) => !compilers.has(name)).toSorted(),
    );
  });

  it('sets only existing settings', () => {
    const own = valuesOf('ENV').filter((each) => each.startsWith('FUN_'));
    const env = Object.fromEntries(own.map((each) => each.split('=')));
    assert.equal(
      readConfiguration({ FUN_DATABASE_URL: 'postgres://x', ...env }, undefined).temporaryFolder,
      '/tmp',
    );
    assert.deepEqual(valuesOf('VOLUME'), ['/tmp']);
  });
});

describe('deploy/compose.yaml', () => {
  it('has two API nodes and account pages behind a proxy, workers, a database, and a store', () => {
    assert.deepEqual(Object.keys(services), [
      'proxy',
      'api-1',
      'api-2',
      'accounts',
      'worker',
      'database',
      'store',
    ]);
    assert.deepEqual(
      nodes.map(([name, { command }]) => `${name} ${command?.join(' ')}`),
      ['api-1 --role api', 'api-2 --role api', 'accounts --role accounts', 'worker --role worker'],
    );
    const targets = nodes.map(([, { build }]) => build?.target);
    assert.deepEqual(targets, [undefined, undefined, undefined, 'worker-full']);
    assert.ok(valuesOf('FROM').includes('network AS worker-full'));
  });

  it('publishes no port but the proxy’s', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    assert.deepEqual(published, [['proxy', '443:443']]);
  });

  it('has no default passwords, and starts only if all of them are set', () => {
    const variables = [...composeText.matchAll(/\$\{.*?\}/g)].map(([variable]) => variable);
    assert.deepEqual(
      [...new Set(variables)].toSorted(),
      ['DATABASE_PASSWORD', 'HOST_NAME', 'STORE_PASSWORD'].map((name) => `\${${name}:?}`),
    );
    const secrets = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|_URL$/.test(name)),
    );
    for (const [name, value] of secrets) assert.ok(value === null || value.includes(':?}'), name);
  });

  it('gives nodes no privileges, and the limits with which they can isolate their engines', () => {
    for (const [name, { read_only: readOnly, cap_drop: dropped, security_opt: security }] of nodes) {
      assert.equal(readOnly, true, name);
      assert.deepEqual(dropped, ['ALL']);
      assert.deepEqual(security, [
        'no-new-privileges:true',
        'seccomp:./seccomp.json',
        'systempaths=unconfined',
        'apparmor=unconfined',
      ]);
    }
  });

  it('gives nodes a database user that the database creates, and no superuser', () => {
    const sql = readFileSync('deploy/database.sql', 'utf8');
    for (const [name, { environment = {} }] of nodes) {
      const { username, password, pathname } = new URL(filled(environment)['FUN_DATABASE_URL'] ?? '');
      assert.equal(password, 'secret', name);
      assert.ok(sql.includes(`create role ${username} login password :'password';`));
      assert.ok(sql.includes(`create database ${pathname.slice(1)} owner ${username};`));
    }
    const { environment, volumes: mounted = [] } = services['database'] ?? {};
    assert.deepEqual(Object.keys(environment ?? {}), [/\\getenv password (\w+)/.exec(sql)?.[1]]);
    assert.ok(mounted.includes('./database.sql:/docker-entrypoint-initdb.d/database.sql:ro'));
  });

  it('gives each node a valid configuration', () => {
    for (const [name, { environment = {}, build }] of nodes) {
      const configuration = readConfiguration(filled(environment), undefined);
      assert.ok(build && existsSync(`deploy/${build.context}/${build.dockerfile}`));
      assert.equal(configuration.authUrl, `https://${filled(proxy.environment ?? {})['HOST_NAME']}`);
      if (name === 'worker') continue;
      const setting = name === 'accounts' ? 'accountsListen' : 'listen';
      const { port } = listenAddress(setting, configuration[setting]);
      assert.ok(caddyfile.includes(` ${name}:${port}`), name);
      checkPublicSettings(configuration);
      assert.deepEqual(configuration.trustedProxies, [proxy.networks?.default.ipv4_address]);
    }
  });

  it('gives nodes the store’s only user, which can only use the bucket that the store creates', () => {
    const made = services['store'];
    const { S3_BUCKET: bucketName, ...others } = made?.environment ?? {};
    assert.deepEqual(others, {});
    const { content } = configs['store-users'];
    assert.deepEqual(made?.configs, [{ source: 'store-users', target: '/users.json' }]);
    assert.ok(made.command?.includes('-s3.config=/users.json'));
    for (const [name, { environment = {}, depends_on: needed = {} }] of nodes) {
      const { store, s3AccessKeyId, s3SecretAccessKey, s3Endpoint } = readConfiguration(
        filled(environment),
        undefined,
      );
      assert.equal(store, `s3://${bucketName}`, name);
      const user = {
        name: 'network',
        credentials: [{ accessKey: s3AccessKeyId, secretKey: s3SecretAccessKey }],
        actions: ['Read', 'Write', 'List'].map((action) => `${action}:${bucketName}`),
      };
      assert.deepEqual(JSON.parse(filled({ content })['content'] ?? ''), { identities: [user] });
      assert.equal(new URL(s3Endpoint ?? '').hostname, 'store');
      assert.ok('store' in needed);
    }
    const port = new URL(nodes[0]?.[1].environment?.['FUN_S3_ENDPOINT'] ?? '').port;
    assert.ok(made.healthcheck?.test.join(' ').includes(`http://127.0.0.1:${port}/`));
  });

  it('gives the proxy an address that no other service can get', () => {
    const address = services['proxy']?.networks?.default.ipv4_address ?? '';
    const [config] = networks.default.ipam.config;
    assert.ok(config && isWithin(config.subnet, address) && !isWithin(config.ip_range, address));
  });

  it('allows more time to drain than a node takes', () => {
    const { drainSeconds } = readConfiguration({ FUN_DATABASE_URL: 'postgres://x' }, undefined);
    for (const [, { stop_grace_period: grace }] of nodes)
      assert.ok(Number(grace?.replace('m', '')) * 60 > drainSeconds);
  });

  it('asks each node for its health at its address', () => {
    for (const [, { environment = {}, healthcheck }] of nodes) {
      const { operationsListen } = readConfiguration(filled(environment), undefined);
      const { port } = listenAddress('operationsListen', operationsListen);
      assert.ok(healthcheck?.test.join(' ').includes(`http://127.0.0.1:${port}/readyz`));
    }
  });

  it('names only existing services and volumes', () => {
    for (const [, { depends_on: needed = [], volumes: mounted = [] }] of Object.entries(services)) {
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        assert.ok(name in services, name);
      for (const mount of mounted) {
        const [source = ''] = mount.split(':');
        assert.ok(source.startsWith('./') ? existsSync(`deploy/${source}`) : source in volumes, mount);
      }
    }
  });
});

describe('deploy/file-utility-network.service', () => {
  const lines = readFileSync('deploy/file-utility-network.service', 'utf8').split('\n');
  const unit = new Map(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z][A-Za-z]*)=(.*)$/.exec(line) ?? [];
      return name === '' || name === 'Environment' ? [] : [[name, value] as const];
    }),
  );
  const variables = lines.flatMap((line) => /^Environment=(.*)$/.exec(line)?.[1] ?? []);

  it('starts a node with an existing command', () => {
    const [program, script, ...args] = unit.get('ExecStart')?.split(' ') ?? [];
    assert.deepEqual([program, script], ['/usr/bin/node', 'dist/networkServer.cjs']);
    assert.equal(parseCommand(args).role, 'all');
  });

  it('sets only existing settings, and keeps the data in the folder of its state', () => {
    const env = Object.fromEntries(variables.map((each) => each.split('=')));
    const { dataFolder } = readConfiguration(env, undefined);
    assert.equal(dataFolder, `/var/lib/${unit.get('StateDirectory')}`);
  });

  it('ends only the node itself, and waits longer for it than it drains', () => {
    assert.equal(unit.get('KillMode'), 'mixed');
    const { drainSeconds } = readConfiguration({}, undefined);
    assert.ok(60 * Number(unit.get('TimeoutStopSec')?.replace('min', '')) > drainSeconds);
  });
});
