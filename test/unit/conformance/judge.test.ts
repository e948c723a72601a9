import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { NotObservable, Violation } from '../../../src/conformance/rule.ts';
import { judge } from '../../../src/conformance/runRules.ts';
import { ShapeError } from '../../../src/contract/errors.ts';
import { aContext, aRule } from '../../support/conformance/rules.ts';
import { assertPlain, hostileWords } from '../../support/hostileWords.ts';
import { testKey } from '../../support/http/networkFixture.ts';
import { closedPort } from '../../support/http/port.ts';

const nowhere = new URL('http://127.0.0.1:9');

async function outcomeOf(check: () => Promise<string>) {
  const { outcome, evidence } = await judge(aRule({ check }), aContext(nowhere));
  return [outcome, evidence];
}

function throwing(error: Error) {
  return async (): Promise<string> => {
    throw error;
  };
}

describe('The judgement of a rule', () => {
  it('passes with what was seen', async () => {
    assert.deepEqual(await outcomeOf(async () => 'Seen'), ['pass', 'Seen']);
  });

  it('fails with what was seen instead', async () => {
    assert.deepEqual(await outcomeOf(throwing(new Violation('500'))), ['fail', '500']);
  });

  it('tells what can’t be told', async () => {
    assert.deepEqual(await outcomeOf(throwing(new NotObservable('Why'))), ['not observable', 'Why']);
  });

  it('fails for a body that nobody could read', async () => {
    const [outcome] = await outcomeOf(throwing(new ShapeError('id', 'answer')));
    assert.equal(outcome, 'fail');
  });

  it('fails for a server that is not there, and says how', async () => {
    const context = aContext(new URL(`http://127.0.0.1:${await closedPort()}`));
    const rule = aRule({ check: async ({ http }) => (await http.send({ path: '/' })).seen });
    const { outcome, evidence } = await judge(rule, context);
    assert.equal(outcome, 'fail');
    assert.match(evidence, /ECONNREFUSED/);
  });

  it('keeps the key out of the evidence, and the evidence on one short line', async () => {
    const [, evidence = ''] = await outcomeOf(async () => `${testKey}\n${'x'.repeat(1000)}`);
    assert.match(evidence, /^••• x+…$/);
    assert.ok(evidence.length <= 300);
  });

  it('has evidence of mere characters, whatever a server says', async () => {
    await fc.assert(
      fc.asyncProperty(hostileWords, async (words) => {
        const [, evidence = ''] = await outcomeOf(throwing(new Violation(`The detail is: ${words}`)));
        assertPlain(evidence);
      }),
      { numRuns: 30 },
    );
  });

  it('rejects with the reason when the run is over', async () => {
    const controller = new AbortController();
    controller.abort(new Error('Enough'));
    const context = aContext(nowhere, { signal: controller.signal });
    const rule = aRule({ check: async ({ http }) => (await http.send({ path: '/' })).seen });
    await assert.rejects(judge(rule, context), /Enough/);
  });
});
