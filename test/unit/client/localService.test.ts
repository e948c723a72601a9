import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { createLocalService, type ServiceConnection } from '../../../src/client/index.ts';
import type { LocalEndpoint } from '../../../src/contract/routes.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { aSubmission, failureOf, never } from '../../support/http/networkFixture.ts';
import { json, type ScriptedServer, withServer } from '../../support/http/scriptedServer.ts';

/** A child process that can end and restart, as the client sees it. */
class FakeChild {
  readonly cancelled: string[] = [];
  starts = 0;
  #run: LocalEndpoint | undefined;
  readonly #socketPath: string;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  async start(): Promise<LocalEndpoint> {
    if (this.#run === undefined) {
      this.starts += 1;
      this.#run = {
        socketPath: this.#socketPath,
        key: `key-${this.starts}`,
        epoch: `run-${this.starts}`,
      };
    }
    return this.#run;
  }

  die(): void {
    this.#run = undefined;
  }

  epoch(): string | undefined {
    return this.#run?.epoch;
  }
}

async function withLocal(
  use: (fixture: ServiceConnection & { child: FakeChild; server: ScriptedServer }) => Promise<void>,
): Promise<void> {
  const name = `fun-${randomUUID()}`;
  const socketPath =
    process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
  const reply = json(200, { id: 1, status: 'Queued', formats: ['png'] });
  await withServer(
    reply,
    async (server) => {
      const child = new FakeChild(socketPath);
      const connection = createLocalService({
        start: () => child.start(),
        epoch: () => child.epoch(),
        cancel: async (tool, jobId) => {
          child.cancelled.push(`${tool} ${jobId}`);
        },
        limits: tierLimits.pro,
        clock: new FakeClock(),
        log: () => {},
      });
      await use({ ...connection, child, server });
      connection.dispose();
    },
    { socketPath },
  );
}

describe('The client of the local service', () => {
  it('starts the service once, with the first call', async () => {
    await withLocal(async ({ service, client, child, server }) => {
      assert.equal(child.starts, 0);
      assert.deepEqual(await client.compressions(never()), ['png']);
      await service.submit(aSubmission(), never());
      assert.equal(child.starts, 1);
      assert.deepEqual(
        server.seen.map(({ headers }) => headers['x-service-api-key']),
        ['key-1', 'key-1'],
      );
    });
  });

  it('records which run knows a job', async () => {
    await withLocal(async ({ service }) => {
      const remote = await service.submit(aSubmission(), never());
      assert.deepEqual(remote, { jobId: '1', epoch: 'run-1' });
      assert.equal((await service.job('convert', remote, never())).status, 'Queued');
    });
  });

  it('restarts the service after it has ended, with its new key', async () => {
    await withLocal(async ({ service, child, server }) => {
      await service.submit(aSubmission(), never());
      child.die();
      const remote = await service.submit(aSubmission(), never());
      assert.equal(remote.epoch, 'run-2');
      assert.equal(server.seen.at(-1)?.headers['x-service-api-key'], 'key-2');
    });
  });

  it('doesn’t know jobs of an ended run, and starts nothing to find that out', async () => {
    await withLocal(async ({ service, child, server }) => {
      const remote = await service.submit(aSubmission(), never());
      child.die();
      for (const asked of [
        service.job('convert', remote, never()),
        service.download('convert', remote, never()),
      ]) {
        assert.equal((await failureOf(asked))['code'], 'jobs.not_found');
      }
      assert.equal(child.starts, 1);
      assert.equal(server.seen.length, 1);
    });
  });

  it('cancels jobs of the current run, and leaves the others', async () => {
    await withLocal(async ({ service, child }) => {
      const remote = await service.submit(aSubmission(), never());
      await service.cancel('convert', remote);
      child.die();
      await service.cancel('convert', remote);
      assert.deepEqual(child.cancelled, ['convert 1']);
    });
  });

  it('charges nothing and has the machine’s limits', async () => {
    await withLocal(async ({ service }) => {
      assert.equal(service.charges, false);
      assert.equal(service.cancellable, true);
      assert.equal(await service.limits(never()), tierLimits.pro);
    });
  });
});
