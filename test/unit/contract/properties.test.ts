import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { parseCompressions, parseConversions } from '../../../src/contract/conversions.ts';
import { fields } from '../../../src/contract/dialect.ts';
import { parseEntitlements, parseEstimate } from '../../../src/contract/entitlements.ts';
import { parseErrorBody } from '../../../src/contract/fault.ts';
import { isShapeError } from '../../../src/contract/errors.ts';
import { parseOptionsSchema } from '../../../src/contract/options.ts';
import { parseJobRecord, parseSubmission } from '../../../src/contract/jobRecord.ts';

const readNames: readonly string[] = Object.values(fields).flatMap(({ read }) => read);
/** Names that the parsers look for, so that not all random bodies are refused immediately. */
const names = fc.constantFrom(...readNames, 'tier', '__proto__');
/** Bodies that resemble those of the API. */
const body = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, '', 'Queued', 'Failed', 'png', 'png-webp', '50 %', 1, 100, -3, 1e308),
    fc.string(),
    fc.double(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.string()), tie('value'), { maxKeys: 5 }),
  ),
})).value;
/** The body after a round trip through JSON, as it arrives at a client. */
const wire = body.map((value): unknown => JSON.parse(JSON.stringify(value)));

const parsers: Record<string, (value: unknown) => unknown> = {
  parseCompressions,
  parseConversions,
  parseEntitlements,
  parseErrorBody,
  parseEstimate,
  parseJobRecord,
  parseOptionsSchema,
  parseSubmission,
};

/** The parsed body, or nothing if it lacks a required field. */
function readOrNothing(parse: (body: unknown) => unknown, value: unknown): unknown {
  try {
    return parse(value);
  } catch (error) {
    assert.ok(isShapeError(error), String(error));
    return undefined;
  }
}

describe('The tolerant parsers', () => {
  for (const [name, parse] of Object.entries(parsers)) {
    it(`either read a body or name what is missing: ${name}`, () => {
      fc.assert(
        fc.property(wire, (value) => {
          readOrNothing(parse, value);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('survive an endlessly nested body', () => {
    const deep: unknown = JSON.parse(`${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
    for (const parse of Object.values(parsers)) readOrNothing(parse, deep);
  });

  it('read no progress outside 0 to 1', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string(), fc.integer()), (progress) => {
        const read = parseJobRecord({ status: 'Processing', progress }).progress;
        assert.ok(read === undefined || (read >= 0 && read <= 1));
      }),
    );
  });

  it('read every list of pairs in any of its shapes', () => {
    const format = fc.stringMatching(/^[a-z][a-z0-9]{1,4}$/).filter((name) => !readNames.includes(name));
    const shapes: ((from: string, to: string) => unknown)[] = [
      (from, to) => [{ from, to }],
      (from, to) => [[from, to]],
      (from, to) => [`${from}-${to}`],
      (from, to) => [{ source: from, targets: [to] }],
      (from, to) => [{ name: from, convertsTo: [{ format: to }] }],
      (from, to) => [{ Target_Format: to, 'Source Formats': [from] }],
      (from, to) => ({ conversions: { [from]: [to] } }),
      (from, to) => ({ formats: { [from]: { outputs: { [to]: {} } } } }),
      (from, to) => ({ [from]: { [to]: true } }),
    ];
    const envelopes: ((body: unknown) => unknown)[] = [
      (body) => body,
      (body) => ({ data: body, total: 1 }),
      (body) => ({ response: { result: body }, links: { self: {} } }),
      (body) => ({ 'Raster images': body }),
      (body) => ({ images: body, documents: [] }),
      (body) => [{ category: 'images', formats: body }],
    ];
    fc.assert(
      fc.property(
        format,
        format,
        fc.constantFrom(...shapes),
        fc.constantFrom(...envelopes),
        fc.constantFrom(...envelopes.slice(0, 4)),
        (from, to, shape, inner, outer) => {
          const body = outer(inner(shape(from, to)));
          assert.deepEqual(parseConversions(body), parseConversions([{ from, to }]), JSON.stringify(body));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('read only numbers as credits', () => {
    fc.assert(
      fc.property(wire, (value) => {
        for (const parse of [parseEstimate, parseSubmission, parseEntitlements]) {
          const read = readOrNothing(parse, value);
          const { credits, totalCredits, balance } =
            typeof read === 'object' ? Object(read) : { credits: read };
          for (const figure of [credits, totalCredits, balance])
            assert.ok(figure === undefined || (Number.isFinite(figure) && figure >= 0), String(figure));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
