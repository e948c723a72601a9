import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { certainlyNotAccepted, CodedError } from '../../../src/contract/errors.ts';
import type { Submission, SubmittedFile } from '../../../src/jobs/core/service.ts';
import { aSubmission, failureOf, never, rejection, withNetwork } from '../../support/http/networkFixture.ts';
import { afterBody, json, type Reply, reset, text } from '../../support/http/scriptedServer.ts';
import { readerOf } from '../../support/readerOf.ts';

const mebibyte = 1024 * 1024;

function largeContent(): ReturnType<typeof readerOf> {
  return readerOf(Array.from({ length: 64 }, () => Buffer.alloc(mebibyte)));
}

/** A file that exceeds the buffers between two sockets by far. */
function largeSubmission(overrides: Partial<Submission & SubmittedFile> = {}): Submission {
  return aSubmission({ sizeBytes: 64 * mebibyte, content: largeContent(), ...overrides });
}

/** The error of one submission, and the number of requests that the server received for it. */
async function submitAgainst(
  reply: Reply,
  submission = aSubmission(),
): Promise<{ error: unknown; code: unknown; requests: number }> {
  return withNetwork(reply, async ({ service, clock, server }) => {
    const error = await clock.runUntil(rejection(service.submit(submission, never())));
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { error, code, requests: server.seen.length };
  });
}

const midway: Reply = async (request) => {
  await once(request, 'data');
  request.socket.resetAndDestroy();
};

describe('A submission that fails', () => {
  for (const [status, code] of [
    [413, 'request.file_too_large'],
    [401, 'api_key.invalid_or_ip_not_allowed'],
    [402, 'entitlements.insufficient_credits'],
  ] as const) {
    it(`reads a ${status} that arrives before the upload ends`, async () => {
      const answer = json(status, { error: code, detail: 'No.' }, { connection: 'close' });
      const early: Reply = async (request, response) => {
        await once(request, 'data');
        request.pause();
        answer(pausedForever(request), response);
        response.once('finish', () => request.socket.destroySoon());
      };
      const failure = await submitAgainst(early, largeSubmission());
      assert.equal(failure.code, code);
      assert.equal(certainlyNotAccepted(failure.error), true);
    });
  }

  it('reads an answer that has already arrived when writing fails', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const body = '{"error":"request.file_too_large","detail":""}';
    const answer = `HTTP/1.1 413 Content Too Large\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    // The answer and the reset arrive in the same turn in which the next chunk is written, so writing fails first.
    const pieces = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(mebibyte);
      const connection = await accepted.promise;
      connection.write(answer);
      connection.resetAndDestroy();
      yield Buffer.alloc(mebibyte);
    };
    const submission = aSubmission({ sizeBytes: 2 * mebibyte, content: readerOf(pieces()) });
    const { code } = await submitAgainst(({ socket }) => accepted.resolve(socket), submission);
    assert.equal(code, 'request.file_too_large');
  });

  it('is sent once, whatever the answer', async () => {
    for (const reply of [
      json(429, { error: 'rate_limited', detail: '' }, { 'retry-after': '1' }),
      json(503, { error: 'queue.pool_saturated', detail: '' }),
      text(502, 'text/html', '<html>'),
      text(200, 'application/json', '{"id":'),
      reset,
    ]) {
      const { requests } = await submitAgainst(reply);
      assert.equal(requests, 1);
    }
  });

  it('reports that the file shrank, and the service never receives its end', async () => {
    const closed = Promise.withResolvers<boolean>();
    const reply: Reply = (request) => {
      request.resume().on('close', () => closed.resolve(request.complete));
    };
    await withNetwork(reply, async ({ service }) => {
      const failure = await failureOf(service.submit(aSubmission({ sizeBytes: 1000 }), never()));
      assert.equal(failure['code'], 'source.changed');
      assert.equal(await closed.promise, false);
    });
  });

  it('reports that the file grew', async () => {
    const { error, code } = await submitAgainst(
      afterBody(() => {}, json(202, { id: 1 })),
      aSubmission({ sizeBytes: 5 }),
    );
    assert.equal(code, 'source.changed');
    assert.equal(certainlyNotAccepted(error), true);
  });

  it('keeps the error of an unreadable file', async () => {
    const fault = new CodedError('source.changed', 'The disk is gone.');
    const read = async (): Promise<number> => Promise.reject(fault);
    const content = { ...readerOf([]), read };
    const { error } = await submitAgainst(json(202, { id: 1 }), aSubmission({ content }));
    assert.equal(error, fault);
  });

  it('wasn’t accepted if the connection broke before its end was sent', async () => {
    const { error, code } = await submitAgainst(midway, largeSubmission());
    assert.equal(code, 'transport.interrupted');
    assert.equal(certainlyNotAccepted(error), true);
  });

  it('may have been accepted if the connection broke after its end', async () => {
    const { error, code } = await submitAgainst(afterBody(() => {}, reset));
    assert.equal(code, 'transport.interrupted');
    assert.equal(certainlyNotAccepted(error), false);
  });

  it('may have been accepted if the error is unknown', async () => {
    for (const reply of [
      json(500, { error: 'service.internal_error', detail: '' }),
      json(503, { error: 'something.else', detail: '' }),
      text(500, 'text/html', '<html>'),
      text(200, 'text/html', '<html>'),
      json(200, { accepted: true }),
      text(303, 'text/plain', '', { location: '/done' }),
    ]) {
      const { error } = await submitAgainst(afterBody(() => {}, reply));
      assert.equal(certainlyNotAccepted(error), false, String(error));
    }
  });

  it('wasn’t accepted if it was refused', async () => {
    for (const reply of [
      json(503, { error: 'queue.pool_saturated', detail: '' }),
      json(429, { error: 'queue.limit_exceeded', detail: '' }),
      json(422, { error: 'a.new_refusal', detail: '' }),
      text(404, 'text/html', '<html>'),
      text(413, 'text/html', '<html>'),
    ]) {
      const { error } = await submitAgainst(afterBody(() => {}, reply));
      assert.equal(certainlyNotAccepted(error), true, String(error));
    }
  });

  it('follows no redirect, not even within the origin', async () => {
    const reply = text(307, 'text/plain', '', { location: '/v1/convert' });
    const { error, code, requests } = await submitAgainst(afterBody(() => {}, reply));
    assert.equal(code, 'transport.redirected');
    assert.equal(certainlyNotAccepted(error), true);
    assert.equal(requests, 1);
  });

  it('ends its upload and closes its file if the caller gives up', async () => {
    const abort = new AbortController();
    const reason = new Error('Cancelled');
    const closed = Promise.withResolvers<void>();
    const swallowing: Reply = async (request) => {
      request.on('close', () => closed.resolve());
      await once(request, 'data');
      request.resume();
      abort.abort(reason);
    };
    const content = largeContent();
    await withNetwork(swallowing, async ({ service }) => {
      assert.equal(await rejection(service.submit(largeSubmission({ content }), abort.signal)), reason);
      assert.equal(content.closed, true);
      await closed.promise;
    });
  });
});

/** A request whose body is never read, although Node.js discards the rest of it after an answer. */
function pausedForever(request: IncomingMessage): IncomingMessage {
  request.resume = () => request;
  return request;
}
