import assert from 'node:assert/strict';
import { DisposableStore, toDisposable } from '../../../src/util/disposable.ts';

describe('DisposableStore', () => {
  it('disposes its items once, in reverse order', () => {
    const order: number[] = [];
    const store = new DisposableStore();
    for (const index of [1, 2]) store.add(toDisposable(() => order.push(index)));
    store.dispose();
    store.dispose();
    assert.deepEqual(order, [2, 1]);
  });

  it('disposes at once what is added too late', () => {
    const store = new DisposableStore();
    store.dispose();
    let disposed = 0;
    store.add(toDisposable(() => (disposed += 1)));
    assert.equal(disposed, 1);
  });
});
