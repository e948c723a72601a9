import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { guardedConnectors, isPrivateAddress } from '../../../src/client/connectors.ts';
import type { Connector } from '../../../src/client/undici.ts';
import { listen } from '../../support/http/port.ts';

/** A connector whose sockets report the address that a host has here. */
const resolving =
  (addresses: Readonly<Record<string, string>>, port: number): Connector =>
  ({ hostname }, callback) => {
    const socket = net.connect(port, '127.0.0.1');
    Object.defineProperty(socket, 'remoteAddress', { value: addresses[hostname] });
    socket.once('connect', () => callback(null, socket));
  };

async function connect(connector: Connector, hostname: string): Promise<string> {
  return new Promise((resolve) => {
    connector({ hostname, protocol: 'https:', port: '443' }, (error, socket) => {
      socket?.destroy();
      resolve(error === null ? 'connected' : String('code' in error && error.code));
    });
  });
}

describe('guardedConnectors', () => {
  const addresses = {
    'public.test': '93.184.216.34',
    'inside.test': '10.1.2.3',
    'storage.test': '192.168.0.9',
  };
  let server: net.Server;
  let connector: Connector;

  beforeEach(async () => {
    server = net.createServer();
    connector = resolving(addresses, await listen(server));
  });
  afterEach(async () => {
    server.close();
    await once(server, 'close');
  });

  it('let a public service lead only to public storage, by address and not by name', async () => {
    const { home, elsewhere } = guardedConnectors('public.test', connector);
    assert.equal(await connect(home, 'public.test'), 'connected');
    assert.equal(await connect(elsewhere, 'public.test'), 'connected');
    assert.equal(await connect(elsewhere, 'storage.test'), 'transport.unsafe_redirect');
  });

  it('let a service in a private network lead into that network', async () => {
    const { home, elsewhere } = guardedConnectors('inside.test', connector);
    assert.equal(await connect(elsewhere, 'storage.test'), 'transport.unsafe_redirect');
    assert.equal(await connect(home, 'inside.test'), 'connected');
    assert.equal(await connect(elsewhere, 'storage.test'), 'connected');
  });

  it('don’t mistake a proxy for the service', async () => {
    const { home, elsewhere } = guardedConnectors('public.test', connector);
    assert.equal(await connect(home, 'inside.test'), 'connected');
    assert.equal(await connect(elsewhere, 'storage.test'), 'transport.unsafe_redirect');
  });
});

describe('isPrivateAddress', () => {
  it('recognizes addresses of this computer and of private networks, including those in IPv6', () => {
    const addresses = [
      '127.0.0.1 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1',
      '255.255.255.255 :: ::1 fd00::1 fe80::1%eth0 ff02::1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe 64:ff9b::7f00:1',
      '2002:7f00:1:: ::7f00:1 nothing 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1 192.0.0.8 198.19.0.1',
      '2001:0:7f00:1::1 2001:10::1 2001:1ff:ffff::1 2001:db8::1 3fff:fff::1 100::1 100:0:0:1::1 5f00::1',
      '::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 ::ffff:192.0.2.1 ::FFFF:10.0.0.1 0:0:0:0:0:ffff:7f00:1 64:ff9b:1::a00:1',
      '::ffff:127.0.0.1%eth0 fec0::1 4000::1 8000::1 1fff::1 0064:ff9b:0:0:0:0:c0a8:1',
    ].flatMap((line) => line.split(' '));
    assert.deepEqual(
      addresses.filter((address) => !isPrivateAddress(address)),
      [],
    );
  });

  it('recognizes public ones', () => {
    const addresses = [
      '8.8.8.8 172.32.0.1 192.169.0.1 192.0.1.1 192.88.98.1 198.51.101.1 223.255.255.255 ::ffff:8.8.8.8',
      '2606:4700::1111 2001:200::1 2001:4860:4860::8888 2001:db9::1 2003::1 2000::1 3ffe::1 3fff:1000::1',
    ].flatMap((line) => line.split(' '));
    assert.deepEqual(addresses.filter(isPrivateAddress), []);
  });
});
