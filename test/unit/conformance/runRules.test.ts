import assert from 'node:assert/strict';
import { NotObservable, type Needs, type Rule } from '../../../src/conformance/rule.ts';
import { runRules } from '../../../src/conformance/runRules.ts';
import { fixedServer } from '../../../src/conformance/servers/fixedServer.ts';
import type { RunningServer, ServerSource } from '../../../src/conformance/servers/serverSource.ts';
import { aRule } from '../../support/conformance/rules.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { direct, never, testKey } from '../../support/http/networkFixture.ts';
import { closedPort } from '../../support/http/port.ts';
import { json, withServer } from '../../support/http/scriptedServer.ts';

/** A server for any needs, all at one address, with a ledger; one without a worker pool does not start. */
class CountedServers implements ServerSource {
  readonly launched = true;
  readonly opened: Needs[] = [];
  stillOpen = 0;
  readonly #baseUrl: URL;

  constructor(baseUrl: URL) {
    this.#baseUrl = baseUrl;
  }

  groupOf(needs: Needs): string {
    return JSON.stringify(needs);
  }

  async open(needs: Needs): Promise<RunningServer> {
    if (needs.poolPlaces === 0) throw new Error('It would not start');
    this.opened.push(needs);
    this.stillOpen += 1;
    const close = async (): Promise<void> => {
      this.stillOpen -= 1;
    };
    return { baseUrl: this.#baseUrl, key: testKey, windowEndsAt: undefined, close };
  }
}

/** Runs rules and gives a line for each result. */
async function run(
  rules: readonly Rule[],
  servers: ServerSource,
  signal: AbortSignal = never(),
): Promise<string[]> {
  const lines: string[] = [];
  const options = { servers, plan: 'free', proxy: direct, clock: new FakeClock(), signal } as const;
  await runRules(rules, options, ({ rule, outcome, evidence }) => {
    lines.push(`${rule.id} ${outcome}: ${evidence}`);
  });
  return lines.toSorted();
}

const hidden = async (): Promise<string> => {
  throw new NotObservable('Hidden');
};
const unwanted = async (): Promise<string> => assert.fail('It was run');

describe('A run of rules', () => {
  it('gives rules with equal needs one server, and closes each', async () => {
    await withServer(json(200, {}), async ({ baseUrl }) => {
      const servers = new CountedServers(baseUrl);
      const rules = [aRule({ id: 'a' }), aRule({ id: 'b', needs: { credits: 1 } }), aRule({ id: 'c' })];
      assert.deepEqual(await run(rules, servers), [
        'a pass: It is there',
        'b pass: It is there',
        'c pass: It is there',
      ]);
      assert.deepEqual(servers.opened, [{}, { credits: 1 }]);
      assert.equal(servers.stillOpen, 0);
    });
  });

  it('goes on after a rule that can’t tell, and after a server that does not start', async () => {
    await withServer(json(200, {}), async ({ baseUrl }) => {
      const rules = [
        aRule({ id: 'a', needs: { poolPlaces: 0 } }),
        aRule({ id: 'b', check: hidden }),
        aRule({ id: 'c' }),
      ];
      assert.deepEqual(await run(rules, new CountedServers(baseUrl)), [
        'a fail: It would not start',
        'b not observable: Hidden',
        'c pass: It is there',
      ]);
    });
  });

  it('closes its servers when it is stopped, and judges nothing more', async () => {
    await withServer(json(200, {}), async ({ baseUrl }) => {
      const servers = new CountedServers(baseUrl);
      const controller = new AbortController();
      const stop = async (): Promise<string> => {
        controller.abort(new Error('Enough'));
        throw new Error('Something else');
      };
      const rules = [aRule({ check: stop }), aRule({ id: 'after.it', check: unwanted })];
      await assert.rejects(run(rules, servers, controller.signal), /Enough/);
      assert.deepEqual([servers.opened.length, servers.stillOpen], [1, 0]);
    });
  });

  it('asks nothing that takes switches of a server that it did not start', async () => {
    await withServer(json(200, {}), async ({ baseUrl, seen }) => {
      const rules = [
        aRule({ id: 'a', needs: { credits: 'plan' } }),
        aRule({ id: 'b', needs: { credits: 1 }, check: unwanted }),
        aRule({ id: 'c', needs: { server: 'own' }, check: unwanted }),
      ];
      const lines = await run(rules, fixedServer(baseUrl, testKey));
      assert.deepEqual(
        lines.map((line) => line.split(':')[0]),
        ['a pass', 'b not observable', 'c not observable'],
      );
      // The one request that finds out whether anybody is there.
      assert.equal(seen.length, 1);
    });
  });

  it('fails every rule at once where nobody answers', async () => {
    const nowhere = fixedServer(new URL(`http://127.0.0.1:${await closedPort()}`), testKey);
    const rules = [aRule({ id: 'a', check: unwanted }), aRule({ id: 'b', check: unwanted })];
    const lines = await run(rules, nowhere);
    assert.equal(lines.length, 2);
    for (const line of lines) assert.match(line, /^[ab] fail: .*ECONNREFUSED/);
  });
});
