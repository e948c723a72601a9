import assert from 'node:assert/strict';
import { runOnValues } from '../../../../src/planning/offer.ts';
import {
  keyStoredText,
  offeredPlaces,
  runOnExplanation,
  runOnText,
  connectionLines,
  nextSteps,
  type ConnectionTest,
} from '../../../../src/vscode/network/networkTexts.ts';
import { parseEntitlements } from '../../../../src/contract/entitlements.ts';

describe('The message after storing a key', () => {
  it('says where files are processed from now on, by the setting', () => {
    assert.equal(
      keyStoredText('files.example', 'auto', true),
      'Files now go to files.example and cost credits. The API key for files.example is stored.',
    );
    assert.match(keyStoredText('files.example', 'networkOnly', true), /cost credits\./);
    assert.match(
      keyStoredText('files.example', 'localFirst', true),
      /^Files that this computer can’t convert go to files\.example and cost credits\./,
    );
    assert.match(keyStoredText('files.example', 'localOnly', true), /keep all files on this computer/);
  });

  it('doesn’t mention credits if nothing is charged', () => {
    assert.match(keyStoredText('files.example', 'auto', false), /go to files\.example, free of charge\./);
    for (const value of runOnValues) {
      assert.doesNotMatch(keyStoredText('files.example', value, false), /credit/);
      assert.doesNotMatch(runOnExplanation(value, false), /credit/);
    }
  });

  it('offers this computer first, and the network first, and keeps a stricter choice', () => {
    assert.deepEqual(offeredPlaces(undefined), ['localFirst', 'auto']);
    assert.deepEqual(offeredPlaces('auto'), ['localFirst', 'auto']);
    assert.deepEqual(offeredPlaces('localOnly'), ['localOnly', 'localFirst', 'auto']);
  });

  it('says what each place costs', () => {
    for (const place of offeredPlaces(undefined)) assert.match(runOnExplanation(place, true), /cost credits/);
  });

  it('differs for each way of working', () => {
    assert.equal(new Set(runOnValues.map(runOnText)).size, runOnValues.length);
    for (const charges of [true, false]) {
      const explanations = runOnValues.map((value) => runOnExplanation(value, charges));
      assert.equal(new Set(explanations).size, runOnValues.length);
    }
  });
});

const at = Date.UTC(2030, 0, 1);

function answered(record: object, serverTime: number | undefined): ConnectionTest {
  const facts = { entitlements: parseEntitlements(record), latencyMs: 34.6, serverTime };
  return { host: 'files.example', proxy: undefined, at, outcome: { kind: 'answered', facts } };
}

const failed: ConnectionTest = {
  host: 'files.example',
  proxy: 'proxy.example:3128',
  at,
  outcome: { kind: 'failed', problem: { code: 'transport.unreachable', detail: '' } },
};

const textsOf = (trial: ConnectionTest): string[] =>
  connectionLines(trial).map(({ icon, label, description = '' }) => `${icon} ${label}: ${description}`);

const clockOf = (serverTime: number): string => textsOf(answered({ planId: 'p' }, serverTime)).at(4) ?? '';

const valuesOf = (trial: ConnectionTest): unknown[] =>
  nextSteps(trial).flatMap((step) => ('heading' in step ? [] : step.value));

describe('The connection check', () => {
  it('shows the server, the plan, its credits, the clock, and the proxy', () => {
    const record = { planName: 'Free', tier: 'Free', totalCredits: 50, remainingCredits: 7 };
    assert.deepEqual(textsOf(answered(record, at - 1500)), [
      'check files.example can be reached: answered in 35 ms',
      'check The API key is accepted: ',
      'info Plan: Free',
      'info Credits: 7 credits left · renew every day',
      'info Clock: same as this computer',
      'info Proxy: none',
    ]);
  });

  it('invents nothing that the service doesn’t report', () => {
    const lines = textsOf(answered({ planId: '', totalCredits: 50 }, undefined));
    assert.deepEqual(lines.slice(3, 5), ['info Credits: —', 'info Clock: —']);
  });

  it('warns of different clocks', () => {
    assert.equal(clockOf(at + 180_000), 'warning Clock: 3 minutes ahead of this computer');
    assert.equal(clockOf(at - 2 * 86_400_000), 'warning Clock: 2 days behind this computer');
    assert.equal(clockOf(at - 9000), 'warning Clock: 9 seconds behind this computer');
  });

  it('explains what is wrong, with the proxy', () => {
    assert.deepEqual(textsOf(failed), [
      'error files.example: The service can’t be reached. Check the connection and the address in the settings.',
      'info Proxy: proxy.example:3128',
    ]);
  });

  it('links to the key and the address if something is wrong', () => {
    assert.deepEqual(valuesOf(answered({ planId: 'p' }, at)), ['again']);
    assert.deepEqual(valuesOf(failed), ['again', 'key', 'setUp']);
  });
});
