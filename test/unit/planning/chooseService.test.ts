import assert from 'node:assert/strict';
import { chooseService, type RunOn, runOnValues } from '../../../src/planning/offer.ts';
import type { ServiceId } from '../../../src/jobs/core/service.ts';

/**
 * For each setting, the chosen service in four cases: both services can convert the file; both can, but there is no
 * key; only the network can; only this computer can.
 */
const expected: Readonly<Record<RunOn, readonly (ServiceId | undefined)[]>> = {
  auto: ['network', 'local', 'network', 'local'],
  localFirst: ['local', 'local', 'network', 'local'],
  localOnly: ['local', 'local', undefined, 'local'],
  networkOnly: ['network', undefined, 'network', undefined],
};

describe('chooseService', () => {
  for (const runOn of runOnValues) {
    it(`follows ${runOn}`, () => {
      const choose = (networkReady: boolean, able: readonly ServiceId[]): ServiceId | undefined =>
        chooseService({ runOn, networkReady }, (service) => able.includes(service));
      assert.deepEqual(
        [
          choose(true, ['local', 'network']),
          choose(false, ['local', 'network']),
          choose(true, ['network']),
          choose(true, ['local']),
        ],
        expected[runOn],
      );
    });
  }
});
