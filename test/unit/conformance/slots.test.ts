import assert from 'node:assert/strict';
import { Slots } from '../../../src/conformance/servers/slots.ts';
import { turn } from '../../support/fakeClock.ts';
import { never } from '../../support/http/networkFixture.ts';

describe('Slots', () => {
  it('hands places on in the order of asking', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const first = await slots.take(never());
    const second = slots.take(never()).then((slot) => (order.push('second'), slot));
    const third = slots.take(never()).then((slot) => (order.push('third'), slot));
    await turn();
    assert.deepEqual(order, []);
    first.dispose();
    first.dispose();
    (await second).dispose();
    await third;
    assert.deepEqual(order, ['second', 'third']);
  });

  it('does not keep a place for who no longer waits', async () => {
    const slots = new Slots(1);
    const first = await slots.take(never());
    const controller = new AbortController();
    const given = slots.take(controller.signal);
    controller.abort();
    await assert.rejects(given);
    first.dispose();
    (await slots.take(never())).dispose();
  });
});
