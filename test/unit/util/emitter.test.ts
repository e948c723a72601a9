import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Emitter } from '../../../src/util/emitter.ts';

describe('Emitter', () => {
  it('notifies every listener until it unsubscribes', () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const listen = (value: number): void => void heard.push(value);
    const first = emitter.event(listen);
    emitter.event(listen);
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, [1, 1, 2]);
    emitter.dispose();
    emitter.fire(3);
    assert.deepEqual(heard, [1, 1, 2]);
  });

  it('notifies the other listeners if one throws, and reports the error', async () => {
    const emitter = new Emitter<void>();
    let heard = 0;
    emitter.event(() => {
      throw new Error('broken listener');
    });
    emitter.event(() => (heard += 1));
    // Mocha's own listeners would fail the run on the error that this test is about.
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    try {
      const uncaught = once(process, 'uncaughtException');
      emitter.fire();
      const [error] = await uncaught;
      assert.match(String(error), /broken listener/);
    } finally {
      for (const listener of listeners) process.on('uncaughtException', listener);
    }
    assert.equal(heard, 1);
  });
});
