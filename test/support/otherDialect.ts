import type { RequestDialect } from '../../src/contract/dialect.ts';
import { asText } from '../../src/contract/read.ts';

type Json = Readonly<Record<string, unknown>>;

/** The dialect that a client needs for {@link OtherDialectServer}, where all our guesses are wrong. */
export const otherWriting: RequestDialect = {
  schemaFrom: 'sourceFormat',
  schemaTo: 'targetFormat',
  optionsField: 'settings',
  optionsEncoding: 'json',
};

/** Our local service's bodies in a different form that api.md permits. */
export const otherDialect = {
  /** A job identified by a number, in an envelope, with its state in capitals and its progress in percent. */
  job: (body: Json, number: number): Json => {
    const { id: _, status, progress, error, outputBytes, compressionRatio, ...rest } = body;
    return {
      data: {
        ...rest,
        jobId: number,
        state: String(status).toUpperCase(),
        ...(typeof progress === 'number' ? { percentComplete: `${Math.round(progress * 100)}%` } : {}),
        ...(isJson(error) ? { errorDetails: [{ type: error['error'], description: error['detail'] }] } : {}),
        ...(outputBytes === undefined ? {} : { compressedSize: asText(outputBytes) }),
        ...(compressionRatio === undefined ? {} : { ratio: asText(compressionRatio) }),
      },
      links: { self: `/jobs/${number}` },
    };
  },

  /** A map from each source to its targets. */
  conversions: (body: Json): Json => {
    const map: Record<string, string[]> = {};
    for (const { from, to } of entries(body['conversions']))
      (map[String(from)] ??= []).push(String(to).toUpperCase());
    return { result: map };
  },

  /** A map from each format to its facts. */
  compressions: (body: Json): Json => ({
    types: Object.fromEntries(entries(body['formats']).map(({ format, lossy }) => [format, { mode: lossy }])),
  }),

  schema: (body: Json): Json => ({ optionsSchema: body }),

  estimate: ({ credits }: Json): Json => ({ data: { estimatedCost: String(credits) } }),

  /** Uses another name for the balance, and adds fields. */
  entitlements: ({ remainingCredits, tier, totalCredits, ...rest }: Json): Json => ({
    data: {
      ...rest,
      tier: String(tier).toUpperCase(),
      ...(totalCredits === undefined ? {} : { totalCredits: asText(totalCredits) }),
      ...(remainingCredits === undefined ? {} : { creditBalance: remainingCredits }),
      queue: { used: 0 },
    },
  }),
} as const;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entries(list: unknown): Json[] {
  return Array.isArray(list) ? list.filter(isJson) : [];
}
