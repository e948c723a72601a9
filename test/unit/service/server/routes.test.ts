import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { minSignedUploadBytes, ownExtensions } from '../../../../src/contract/extensions.ts';
import { apiKeyHeader } from '../../../../src/contract/routes.ts';
import { networkPlan } from '../../../../src/service/plans.ts';
import { createApiServer, type ApiServer } from '../../../../src/service/server/apiServer.ts';
import { anAnswer, openApi, samplePath } from '../../../support/docs/openApi.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { testKey } from '../../../support/http/networkFixture.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** The paths that an app serves, read from its printed tree, with variable parts as `:name`. */
function pathsOf(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment] = /^([│ ]*)[├└]── (\S+) \(/.exec(line) ?? [];
      if (segment === undefined) return [];
      above.splice(indent.length / 4, Infinity, segment);
      return above.join('');
    });
}

describe('The routes of the service', () => {
  const folder = useTemporaryFolder();
  let service: ApiServer;

  beforeEach(async () => {
    service = await createApiServer({
      // No request here reaches a worker.
      scriptPath: '',
      temporaryRoot: folder.path,
      key: testKey,
      allowedAddresses: [],
      checkHost: false,
      extensions: { ...ownExtensions, signedUploads: minSignedUploadBytes },
      plan: networkPlan('free'),
      programs: async () => new Map(),
      confineBy: [],
      clock: new FakeClock(),
      poolSlots: 1,
      retentionMs: 1000,
      jobDelayMs: 0,
    });
  });
  afterEach(() => service.dispose());

  /** The methods of a path that the service lists when it refuses a method. */
  async function methodsOf(url: string): Promise<string[]> {
    const { statusCode, headers } = await service.app.inject({
      method: 'DELETE',
      url,
      headers: { [apiKeyHeader]: testKey },
    });
    assert.equal(statusCode, 405, url);
    return String(headers.allow)
      .split(', ')
      .filter((method) => method !== 'HEAD');
  }

  it('are all in docs/openapi.yaml, with every method', async () => {
    const paths = pathsOf(service.app).map((path) =>
      path.replaceAll(':version', 'v1').replaceAll(/:\w+/g, 'x'),
    );
    assert.ok(paths.length > 10);
    for (const path of paths) {
      for (const method of await methodsOf(path)) {
        assert.ok(openApi.compare(anAnswer({}, { method, path })).operation, `${method} ${path}`);
      }
    }
  });

  it('are the only ones in docs/openapi.yaml', async () => {
    for (const { name, method } of openApi.operations) {
      const path = samplePath(name.slice(method.length + 1));
      assert.ok((await methodsOf(path)).includes(method), name);
    }
  });
});
