import assert from 'node:assert/strict';
import { RawHttp } from '../../../tools/conformance/http/rawHttp.ts';
import { type ConformanceRule, Violation } from '../../../tools/conformance/rule.ts';
import { runRule } from '../../../tools/conformance/runRules.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { assertPlain, hostileSamples } from '../../support/untrustedTexts.ts';
import { direct, never, testKey } from '../../support/http/networkFixture.ts';
import { closedPort } from '../../support/http/port.ts';

const nowhere = new URL('http://127.0.0.1:9');

async function outcomeOf(check: ConformanceRule['check'], baseUrl = nowhere) {
  const rule = {
    id: 'a.rule',
    sections: ['Jobs 1'],
    statement: 'It is.',
    needs: {},
    spends: false,
    check,
  } as const;
  const signal = never();
  const { outcome, evidence } = await runRule(rule, {
    http: new RawHttp({ baseUrl, key: testKey }, { proxy: direct, signal }),
    key: testKey,
    plan: 'free',
    limits: tierLimits.free,
    launched: true,
    windowEndsAt: undefined,
    clock: new FakeClock(),
    signal,
  });
  return [outcome, evidence];
}

function throwing(error: Error) {
  return async (): Promise<string> => {
    throw error;
  };
}

describe('A rule’s verdict', () => {
  it('is a failure with the reason if the server is unreachable', async () => {
    const [outcome, evidence = ''] = await outcomeOf(
      async ({ http }) => (await http.send({ path: '/' })).seen,
      new URL(`http://127.0.0.1:${await closedPort()}`),
    );
    assert.equal(outcome, 'fail');
    assert.match(evidence, /ECONNREFUSED/);
  });

  it('keeps the key out of its evidence, which is one short line of visible characters', async () => {
    const [, evidence = ''] = await outcomeOf(async () => `${testKey}\n${'x'.repeat(1000)}`);
    assert.match(evidence, /^••• x+…$/);
    assert.ok(evidence.length <= 300);
    for (const words of hostileSamples) {
      const [, hostile = ''] = await outcomeOf(throwing(new Violation(`The detail is: ${words}`)));
      assertPlain(hostile);
    }
  });
});
