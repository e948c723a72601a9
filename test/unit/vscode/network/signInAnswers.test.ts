import assert from 'node:assert/strict';
import { SignInAnswers } from '../../../../src/vscode/network/signInAnswers.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { failureOf, never } from '../../../support/http/networkFixture.ts';

const minuteMs = 60_000;
const answerTo = (state: string): URLSearchParams => new URLSearchParams({ state, code: 'c' });

function started() {
  const clock = new FakeClock();
  return { clock, answers: new SignInAnswers(clock) };
}

describe('A window that waits for a sign-in', () => {
  it('takes the answer to its request, once', async () => {
    const { clock, answers } = started();
    const waiting = answers.wait('mine', never());
    assert.equal(answers.receive(answerTo('mine')), true);
    assert.equal((await waiting).get('code'), 'c');
    assert.equal(answers.receive(answerTo('mine')), false);
    assert.equal(clock.pendingTimers, 0);
  });

  it('takes no answer to a request of another window, and none without a request', async () => {
    const { answers } = started();
    assert.equal(answers.receive(answerTo('mine')), false);
    const waiting = answers.wait('mine', never());
    for (const each of [answerTo('other'), new URLSearchParams({ code: 'c' }), answerTo('')])
      assert.equal(answers.receive(each), false);
    assert.equal(answers.receive(answerTo('mine')), true);
    await waiting;
  });

  it('waits for five minutes', async () => {
    const { clock, answers } = started();
    const failure = failureOf(answers.wait('mine', never()));
    await clock.advance(5 * minuteMs - 1);
    assert.equal(clock.pendingTimers, 1);
    await clock.advance(1);
    assert.equal((await failure)['code'], 'sign_in.expired');
    assert.equal(answers.receive(answerTo('mine')), false);
  });

  it('stops when the user cancels', async () => {
    const { clock, answers } = started();
    const controller = new AbortController();
    const failure = failureOf(answers.wait('mine', controller.signal));
    controller.abort();
    assert.equal((await failure)['code'], 'sign_in.canceled');
    assert.equal((await failureOf(answers.wait('mine', AbortSignal.abort())))['code'], 'sign_in.canceled');
    assert.equal(answers.receive(answerTo('mine')), false);
    assert.equal(clock.pendingTimers, 0);
  });

  it('waits for the latest sign-in only', async () => {
    const { answers } = started();
    const failure = failureOf(answers.wait('first', never()));
    const waiting = answers.wait('second', never());
    assert.equal((await failure)['code'], 'sign_in.replaced');
    assert.equal(answers.receive(answerTo('first')), false);
    assert.equal(answers.receive(answerTo('second')), true);
    await waiting;
  });
});
