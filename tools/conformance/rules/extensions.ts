import { createHash } from 'node:crypto';
import {
  bytesQuery,
  idempotencyKeyHeader,
  parseNewUpload,
  parseSignedRequest,
  sha256Query,
  signedQuery,
  type SignedRequest,
  uploadField,
  waitQuery,
} from '../../../src/contract/extensions.ts';
import { isTerminal, parseJobRecord } from '../../../src/contract/jobRecord.ts';
import { routes, targetFormatField } from '../../../src/contract/routes.ts';
import { plainBody } from '../http/formBody.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { announced } from '../steps/announced.ts';
import { ensure, ensureCode, ensureError, jsonOf } from '../steps/expect.ts';
import { followToEnd } from '../steps/follow.ts';
import { conversion } from '../steps/formats.ts';
import { jobIdOf, submit } from '../steps/submit.ts';
import { NotObservable, type RuleContext, type RuleTable } from '../rule.ts';
import { wholeJob } from '../steps/wholeJobs.ts';

/** The announced extensions, if a server has any (api-extensions.md). */
export const extensionRules: RuleTable = {
  'extensions.announcement': {
    sections: ['Announcement 1'],
    statement: 'The extensions are announced without a key.',
    check: async (context) => {
      const extensions = await announced(context);
      ensure(Object.keys(extensions).length > 0, 'The announcement has no extension known to this suite');
      return JSON.stringify(extensions);
    },
  },
  'extensions.repeated-submission': {
    sections: ['Repeated submissions 1', 'Repeated submissions 2'],
    statement: 'The same request with the same key is the same job, even if both are sent at once.',
    spends: true,
    check: async (context) => {
      const headers = await newKey(context);
      const twins = await Promise.all([1, 2].map(() => submit(context, 'convert', { headers })));
      const later = await submit(context, 'convert', { headers });
      const ids = new Set([...twins, later].map(jobIdOf));
      ensure(ids.size === 1, `Three submissions with one key are ${ids.size} jobs`);
      return 'Three submissions with one key are one job';
    },
  },
  'extensions.key-reused': {
    sections: ['Repeated submissions 3'],
    statement: 'Another request with the same key is refused.',
    spends: true,
    check: async (context) => {
      const headers = await newKey(context);
      jobIdOf(await submit(context, 'convert', { headers }));
      const { sample } = await conversion(context);
      const other = await submit(context, 'convert', { headers, file: { name: `other-${sample.name}` } });
      const { error } = ensureError(other);
      ensure(other.status === 409 && error === 'request.idempotency_key_reused', other.seen);
      return other.seen;
    },
  },
  'extensions.key-kept-free': {
    sections: ['Repeated submissions 4'],
    statement: 'A refused submission doesn’t use up its key.',
    spends: true,
    check: async (context) => {
      const headers = await newKey(context);
      const refused = await submit(context, 'convert', { headers, fields: { [targetFormatField]: '' } });
      ensureError(refused);
      jobIdOf(await submit(context, 'convert', { headers }));
      return 'Refused, and then accepted with the same key';
    },
  },
  'extensions.long-poll': {
    sections: ['Long polls 1'],
    statement: 'A request for a job can wait until the job ends.',
    needs: { jobDelayMs: 1500 },
    spends: true,
    check: async (context) => {
      const { longPollSeconds } = await announced(context);
      if (longPollSeconds === undefined) throw new NotObservable('The server doesn’t announce long polls.');
      const id = jobIdOf(await submit(context, 'convert'));
      const path = `${routes.job('convert', id)}?${waitQuery}=${longPollSeconds}`;
      const { status } = parseJobRecord(jsonOf(await context.http.send({ path })));
      ensure(isTerminal(status), `The answer to the first request says ${status}`);
      return `The first request was answered with ${status}`;
    },
  },
  'extensions.signed-download': {
    sections: ['Signed downloads 1'],
    statement: 'A signed download leads to an address that delivers the result without a key.',
    needs: { reachableStore: true },
    spends: true,
    check: async (context) => {
      const { id, download } = await wholeJob(context, 'convert');
      const file = await atStore(context, await signedAddress(context, id));
      // The path of the answer is secret, so it isn't evidence.
      ensure(
        file.ok && file.body.equals(download.body),
        `The store answered ${file.status} with ${file.body.length} bytes instead of ${download.body.length}`,
      );
      for (const name of ['content-type', 'content-disposition'] as const) {
        const [found, expected] = [file.headers[name], download.headers[name]];
        ensure(found === expected, `The store’s ${name} is “${found}” instead of “${expected}”`);
      }
      return `The store delivered the same ${file.body.length} bytes`;
    },
  },
  'extensions.signed-download-secret': {
    sections: ['Signed downloads 2'],
    statement: 'The address of a signed download can’t be cached, guessed, or requested without a key.',
    needs: { reachableStore: true },
    spends: true,
    check: async (context) => {
      const { id } = await wholeJob(context, 'convert');
      const keyless = await context.http.send({ path: signedPath(id), key: null });
      ensureCode(keyless, 'api_key.invalid_or_ip_not_allowed');
      const unsigned = await signedAddress(context, id);
      unsigned.search = '';
      const { status } = await atStore(context, unsigned);
      ensure(status >= 400, `The store answered ${status} to a request without a signature`);
      return `${keyless.seen}; the store answered ${status} to a request without a signature`;
    },
  },
  'extensions.signed-upload': {
    sections: ['Signed uploads 4', 'Signed uploads 1', 'Signed uploads 2'],
    statement: 'A file in the store becomes a job, once all of its parts are there.',
    needs: { reachableStore: true },
    spends: true,
    check: async (context) => {
      const { parts, id } = await newUpload(context);
      for (const [index, part] of parts.entries()) {
        const incomplete = await submitUpload(context, id);
        ensure(incomplete.status === 404, `${incomplete.seen} with ${index} of ${parts.length} parts`);
        const { status } = await putPart(context, await signedPart(context, id, index, part), part);
        ensure(status === 200, `The store answered ${status} to part ${index}`);
      }
      const ended = await followToEnd(context, 'convert', jobIdOf(await submitUpload(context, id)));
      ensure(ended.id === id, `The job of the upload ${id} is ${ended.id}`);
      ensure(ended.last.status === 'Succeeded', `A valid file ended as ${ended.last.status}`);
      const again = await submitUpload(context, id);
      ensure(again.status === 404, again.seen);
      return `A file in ${parts.length} parts was converted once`;
    },
  },
  'extensions.signed-upload-content': {
    sections: ['Signed uploads 3', 'Signed uploads 2'],
    statement: 'The store accepts only the announced bytes of a part.',
    needs: { reachableStore: true },
    check: async (context) => {
      const { parts, id } = await newUpload(context);
      const part = parts[0] ?? Buffer.alloc(0);
      const other = Buffer.from(part);
      other[other.length - 1] = 1;
      const signed = await signedPart(context, id, 0, part);
      const statuses: number[] = [];
      for (const body of [other, part.subarray(0, 100)])
        statuses.push((await putPart(context, signed, body)).status);
      ensure(
        statuses.every((status) => status >= 400 && status < 500),
        `The store answered ${statuses.join(' and ')} to other bytes and to fewer bytes`,
      );
      const changed = await context.http.send({ path: partPath(id, 0, other) });
      ensure(changed.status === 404, `The service answered ${changed.status} to another digest of a part`);
      return `The store answered ${statuses.join(' and ')} to other bytes`;
    },
  },
};

/** Prepares the upload of a file that is just large enough. */
async function newUpload(context: RuleContext) {
  const { signedUploads } = await announced(context);
  if (signedUploads === undefined) throw new NotObservable('The server doesn’t announce signed uploads.');
  const { sample } = await conversion(context);
  const file = Buffer.alloc(Math.max(signedUploads, sample.content.length));
  sample.content.copy(file);
  const path = `${routes.uploads()}?${bytesQuery}=${file.length}`;
  const { id, partBytes } = parseNewUpload(jsonOf(await context.http.send({ method: 'POST', path })));
  const parts = Array.from({ length: Math.ceil(file.length / partBytes) }, (_, index) =>
    file.subarray(index * partBytes, (index + 1) * partBytes),
  );
  return { id, parts };
}

async function submitUpload(context: RuleContext, id: string): Promise<RawAnswer> {
  const { targetFormat } = await conversion(context);
  const fields = { [targetFormatField]: targetFormat, [uploadField]: id };
  return submit(context, 'convert', { fields, file: { content: Buffer.alloc(0) } });
}

function partPath(id: string, part: number, content: Buffer<ArrayBuffer>): string {
  const digest = createHash('sha256').update(content).digest('hex');
  return `${routes.uploadPart(id, part)}?${sha256Query}=${digest}`;
}

async function signedPart({ http }: RuleContext, id: string, part: number, content: Buffer<ArrayBuffer>) {
  return parseSignedRequest(jsonOf(await http.send({ path: partPath(id, part, content) })));
}

async function putPart({ http }: RuleContext, { url, headers }: SignedRequest, content: Buffer<ArrayBuffer>) {
  const { origin, pathname, search } = new URL(url);
  const body = plainBody(headers['content-type'] ?? 'application/octet-stream', content);
  const request = { method: 'PUT', path: pathname + search, key: null, headers, body } as const;
  return http.at(new URL(origin)).send(request);
}

function signedPath(id: string): string {
  return `${routes.download('convert', id)}?${signedQuery}=1`;
}

async function signedAddress(context: RuleContext, id: string): Promise<URL> {
  const { signedDownloads } = await announced(context);
  if (signedDownloads === undefined) throw new NotObservable('The server doesn’t announce signed downloads.');
  const answer = await context.http.send({ path: signedPath(id) });
  const location = URL.parse(answer.headers.location ?? '');
  ensure(answer.status === 307 && location !== null, `${answer.seen} instead of a redirect`);
  const { 'cache-control': cacheControl } = answer.headers;
  ensure(cacheControl === 'no-store', `${answer.seen} with the Cache-Control “${cacheControl}”`);
  return location;
}

async function atStore({ http }: RuleContext, { origin, pathname, search }: URL): Promise<RawAnswer> {
  return http.at(new URL(origin)).send({ path: pathname + search, key: null });
}

async function newKey(context: RuleContext): Promise<Readonly<Record<string, string>>> {
  const { idempotencyKeySeconds } = await announced(context);
  if (idempotencyKeySeconds === undefined)
    throw new NotObservable('The server doesn’t announce idempotency keys.');
  return { [idempotencyKeyHeader]: crypto.randomUUID() };
}
