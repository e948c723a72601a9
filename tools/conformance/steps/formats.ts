import { parseCompressions, parseConversions } from '../../../src/contract/conversions.ts';
import { parseOptionsSchema } from '../../../src/contract/options.ts';
import { routes } from '../../../src/contract/routes.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { NotObservable, type RuleContext, oncePerServer } from '../rule.ts';
import { recognisable, type Sample, samples } from '../samples.ts';
import { jsonOf } from './expect.ts';

/** A conversion that the server lists and that the suite has a sample for. */
interface TestedConversion {
  readonly sample: Sample;
  readonly targetFormat: string;
}

/** The server's list of conversions. */
export const conversionPairs = oncePerServer(async ({ http }) =>
  parseConversions(jsonOf(await http.send({ path: routes.discovery('convert') }))),
);

/** The server's list of compressions. */
export const compressionFormats = oncePerServer(async ({ http }) =>
  parseCompressions(jsonOf(await http.send({ path: routes.discovery('compress') }))),
);

/** A conversion for the rules to use, preferably one whose output has a known signature. */
export const conversion = oncePerServer(async (context): Promise<TestedConversion> => {
  const pairs = await conversionPairs(context);
  for (const sample of samples) {
    const targets = pairs.filter(({ from }) => from === sample.format).map(({ to }) => to);
    const targetFormat = recognisable.find((format) => targets.includes(format)) ?? targets[0];
    if (targetFormat !== undefined) return { sample, targetFormat };
  }
  throw new NotObservable('The server lists no conversion of a format for which the suite has a file.');
});

/** A sample that the server can compress, according to its list. */
export const compressible = oncePerServer(async (context): Promise<Sample> => {
  const formats = await compressionFormats(context);
  const sample = samples.find(({ format }) => formats.includes(format));
  if (sample !== undefined) return sample;
  throw new NotObservable('The server lists no compression of a format for which the suite has a file.');
});

/**
 * Asks for an options schema. Resolves to the evidence.
 * @param mustBe true if there must have been a schema instead of this answer
 * @throws NotObservable if it has none, Violation
 */
export async function optionsSchema(
  { http }: RuleContext,
  path: string,
  query: Readonly<Record<string, string>>,
  mustBe: (answer: RawAnswer) => boolean = () => false,
): Promise<string> {
  const answer = await http.send({ path: `${path}?${new URLSearchParams(query).toString()}` });
  if (!answer.ok && !mustBe(answer)) throw new NotObservable(`There is no schema (${answer.seen}).`);
  return `${answer.seen} with ${Object.keys(parseOptionsSchema(jsonOf(answer))).length} fields`;
}
