import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.ts';
import { closedPort } from '../http/port.ts';

/** The access parameters for `S3Store`. */
interface SwiftAccess {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export const bucket = 'files';
const region = 'us-east-1';
const kinds = ['account', 'container', 'object'] as const;
const admin = { accessKeyId: 'test:admin', secretAccessKey: 'for-the-administrator' };
/** The nodes' user, who can only use the bucket. */
const credentials = { accessKeyId: 'test:network', secretAccessKey: 'for-nodes' };

/** OpenStack Swift on one machine, with its S3 API: a real store that only uses loopback and a folder. */
export class Swift {
  readonly access: SwiftAccess;
  readonly #children: readonly ChildProcess[];

  private constructor(access: SwiftAccess, children: readonly ChildProcess[]) {
    this.access = access;
    this.#children = children;
  }

  /** The settings of nodes that use its first bucket. */
  get env(): Readonly<Record<string, string>> {
    const { endpoint, credentials } = this.access;
    return {
      FUN_STORE: `s3://${bucket}`,
      FUN_S3_ENDPOINT: endpoint,
      FUN_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      FUN_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
  }

  /** Starts the store, and resolves when its empty bucket exists. */
  static async start(folder: string): Promise<Swift> {
    const devices = path.join(folder, 'devices');
    mkdirSync(path.join(devices, 'd1'), { recursive: true });
    const write = (name: string, lines: readonly string[]): void =>
      writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
    const common = [
      '[DEFAULT]',
      'bind_ip = 127.0.0.1',
      'workers = 0',
      `swift_dir = ${folder}`,
      `user = ${os.userInfo().username}`,
      'log_level = ERROR',
    ];
    write('swift.conf', [
      '[swift-hash]',
      'swift_hash_path_prefix = tests',
      'swift_hash_path_suffix = tests',
      '[storage-policy:0]',
      'name = one',
      'default = yes',
    ]);
    for (const kind of kinds) {
      const port = await closedPort();
      write(`${kind}.conf`, [
        ...common,
        `bind_port = ${port}`,
        `devices = ${devices}`,
        'mount_check = false',
        '[pipeline:main]',
        `pipeline = ${kind}-server`,
        `[app:${kind}-server]`,
        `use = egg:swift#${kind}`,
      ]);
      const ring = (...args: string[]) =>
        execFileSync('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: folder, stdio: 'ignore' });
      ring('create', '4', '1', '0');
      // Region 1, zone 1, device d1, weight 1.
      ring('add', `r1z1-127.0.0.1:${port}/d1`, '1');
      ring('rebalance');
    }
    const [memcache, proxy] = [await closedPort(), await closedPort()];
    write('proxy.conf', [
      ...common,
      `bind_port = ${proxy}`,
      '[pipeline:main]',
      'pipeline = catch_errors proxy-logging cache s3api tempauth copy slo dlo proxy-logging proxy-server',
      '[app:proxy-server]',
      'use = egg:swift#proxy',
      'account_autocreate = true',
      // By default, Swift avoids a server for a minute if it wasn't listening yet.
      'error_suppression_interval = 0',
      '[filter:s3api]',
      'use = egg:swift#s3api',
      `location = ${region}`,
      '[filter:tempauth]',
      'use = egg:swift#tempauth',
      `user_test_admin = ${admin.secretAccessKey} .admin`,
      `user_test_network = ${credentials.secretAccessKey}`,
      '[filter:cache]',
      'use = egg:swift#memcache',
      `memcache_servers = 127.0.0.1:${memcache}`,
      ...['catch_errors', 'copy', 'slo', 'dlo'].flatMap((name) => [
        `[filter:${name}]`,
        `use = egg:swift#${name}`,
      ]),
      '[filter:proxy-logging]',
      'use = egg:swift#proxy_logging',
    ]);
    const run = (program: string, ...args: string[]) =>
      spawn(program, args, { cwd: folder, stdio: 'ignore' });
    const children = [
      run('memcached', '-u', os.userInfo().username, '-l', '127.0.0.1', '-p', String(memcache)),
      ...[...kinds, 'proxy'].map((kind) => run(`swift-${kind}-server`, path.join(folder, `${kind}.conf`))),
    ];
    const access = { endpoint: `http://127.0.0.1:${proxy}`, region, credentials };
    const swift = new Swift(access, children);
    try {
      await swift.makeBucket(bucket);
      return swift;
    } catch (error) {
      await swift.stop();
      throw error;
    }
  }

  /** Pauses the store until `resume` is called. The system still accepts data for it. */
  hang(): void {
    for (const child of this.#children) child.kill('SIGSTOP');
  }

  resume(): void {
    for (const child of this.#children) child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const running = this.#children.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    await Promise.all(
      running.map(async (child) => {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
  }

  /**
   * Creates a bucket for users, by default for the nodes' user, and resolves when it exists. For uploads in parts, Swift's
   * S3 API needs a second one, which this user couldn't create.
   */
  async makeBucket(name: string, users: readonly string[] = [credentials.accessKeyId]): Promise<void> {
    const acl = { 'X-Container-Read': users.join(','), 'X-Container-Write': users.join(',') };
    for (const each of [name, `${name}+segments`]) {
      const make = () =>
        this.#put(each, acl).then(
          ({ ok }) => ok,
          () => false,
        );
      await eventually(make, Boolean);
    }
  }

  /** Creates a container, which is a bucket for the S3 API, as the administrator and with Swift's own API. */
  async #put(container: string, acl: Readonly<Record<string, string>>): Promise<Response> {
    const user = { 'X-Auth-User': admin.accessKeyId, 'X-Auth-Key': admin.secretAccessKey };
    const { headers } = await fetch(new URL('/auth/v1.0', this.access.endpoint), { headers: user });
    const token = { 'X-Auth-Token': headers.get('X-Auth-Token') ?? '' };
    const url = `${headers.get('X-Storage-Url')}/${encodeURIComponent(container)}`;
    return fetch(url, { method: 'PUT', headers: { ...token, ...acl } });
  }
}
