/**
 * Every guess about what the API document leaves open, and nothing else. Each entry quotes the sentence that leaves
 * it open, then says what we write (as a client or as the local service) and what else we accept when reading.
 */

/**
 * Names under which a value may stand in a body, in any case and with any separators; the first is the one that the local
 * service writes.
 */
interface FieldGuess {
  readonly document: string;
  readonly read: readonly [string, ...string[]];
}

/** A single value that the document does not give. */
interface ValueGuess<T> {
  readonly document: string;
  readonly write: T;
}

const jobFields =
  'Type and format of `id`, `progress`, the error details and the compression ratio, their exact field names, and any other job fields: not shown.';
const entitlementFields =
  'Other entitlement fields, such as a remaining balance or current queue usage: not shown.';
const bodyShapes = 'Body shapes of the lists, the options schema and the cost estimate: not shown.';
const errorList =
  'The complete list of error codes and the error codes for invalid target format or unsupported conversion pairs: not shown.';

/** Fields of a JSON body. A number or a string is accepted where a scalar is meant. */
export const fields = {
  /** An object that wraps the record itself. */
  envelope: { document: jobFields, read: ['data', 'job', 'result'] },
  jobId: { document: jobFields, read: ['id', 'jobId', 'uuid'] },
  status: { document: jobFields, read: ['status', 'state', 'jobStatus'] },
  progress: {
    document: jobFields,
    read: ['progress', 'progressPercent', 'percent', 'percentage', 'percentComplete'],
  },
  jobError: {
    document: jobFields,
    read: [
      'error',
      'errorDetails',
      'errorDetail',
      'errorMessage',
      'errors',
      'failure',
      'failureReason',
      'detail',
      'message',
    ],
  },
  errorCode: { document: jobFields, read: ['error', 'code', 'errorCode', 'type'] },
  errorDetail: {
    document: jobFields,
    read: ['detail', 'message', 'errorMessage', 'description', 'reason', 'title'],
  },
  output: { document: jobFields, read: ['output', 'outputFile', 'result'] },
  fileName: { document: jobFields, read: ['fileName', 'name'] },
  compressionRatio: {
    document: jobFields,
    read: ['compressionRatio', 'ratio'],
  },
  inputBytes: { document: jobFields, read: ['inputBytes', 'inputSize', 'originalSize', 'originalBytes'] },
  outputBytes: {
    document: jobFields,
    read: ['outputBytes', 'outputSize', 'compressedSize', 'compressedBytes', 'size'],
  },
  jobCredits: { document: jobFields, read: ['credits', 'creditsCharged', 'cost', 'creditCost'] },
  balance: {
    document: entitlementFields,
    read: [
      'remainingCredits',
      'creditsRemaining',
      'availableCredits',
      'creditsAvailable',
      'creditBalance',
      'balance',
      'remaining',
      'available',
    ],
  },
  usedCredits: {
    document: entitlementFields,
    read: ['usedCredits', 'creditsUsed', 'consumedCredits', 'used'],
  },
  list: {
    document: bodyShapes,
    read: [
      'conversions',
      'compressions',
      'pairs',
      'formats',
      'supportedFormats',
      'types',
      'supported',
      'items',
      'results',
    ],
  },
  /** Lists that stand apart by the kind of file (What the service does, 2). */
  kind: {
    document: bodyShapes,
    read: [
      'images',
      'image',
      'documents',
      'document',
      'audio',
      'video',
      'videos',
      'fonts',
      'font',
      'ebooks',
      'ebook',
      'archives',
      'archive',
      'data',
    ],
  },
  pairFrom: { document: bodyShapes, read: ['from', 'source', 'sourceFormat', 'input', 'inputFormat'] },
  pairTo: {
    document: bodyShapes,
    read: ['to', 'target', 'targetFormat', 'output', 'outputFormat', 'targets', 'targetFormats', 'outputs'],
  },
  format: { document: bodyShapes, read: ['format', 'type', 'extension', 'name', 'id'] },
  lossy: { document: bodyShapes, read: ['lossy'] },
  drops: { document: bodyShapes, read: ['drops'] },
  program: { document: bodyShapes, read: ['program'] },
  installable: { document: bodyShapes, read: ['installable'] },
  estimate: {
    document: bodyShapes,
    read: [
      'credits',
      'estimatedCredits',
      'creditCost',
      'estimatedCost',
      'cost',
      'estimate',
      'price',
      'amount',
    ],
  },
  schema: { document: bodyShapes, read: ['schema', 'options', 'optionsSchema', 'jsonSchema'] },
} as const satisfies Record<string, FieldGuess>;

/** What the local service calls the faults for which the document shows no code, in the document's style. */
export const guessedErrors = {
  'queue.pool_saturated': { document: 'The HTTP status of `queue.pool_saturated`: not shown.', status: 503 },
  'request.invalid_target_format': { document: errorList, status: 400 },
  'request.invalid_option': { document: errorList, status: 400 },
  'request.unsupported_version': { document: errorList, status: 400 },
  'request.host_not_allowed': { document: errorList, status: 403 },
  'request.not_found': { document: errorList, status: 404 },
  'request.method_not_allowed': { document: errorList, status: 405 },
  'request.malformed': { document: errorList, status: 400 },
  'jobs.no_output': { document: errorList, status: 409 },
  'conversions.unsupported_pair': { document: errorList, status: 422 },
  'compressions.unsupported_format': { document: errorList, status: 422 },
  'service.internal_error': { document: errorList, status: 500 },
} as const satisfies Record<string, { readonly document: string; readonly status: number }>;

/** Codes in the error details of a job that failed after it was accepted. */
export const jobFailureCodes = [
  'conversion.invalid_input',
  'conversion.limit_exceeded',
  'conversion.timed_out',
  'conversion.failed',
  'conversion.unsupported_script',
  'conversion.password_needed',
  'conversion.program_needed',
] as const;

/** "MB" and "GB" of the tier table: the reading that never refuses a file the service would take. */
export const bytesPerMegabyte: ValueGuess<number> = {
  document: 'Max file size: 50 MB, 50 MB, 1 GB.',
  write: 1024 * 1024,
};

/** How long to wait between two polls of a job (ms, low to high), by the size of its file. */
export interface PollPace {
  readonly small: PollStep;
  readonly medium: PollStep;
  readonly large: PollStep;
}

interface PollStep {
  readonly belowBytes: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The pace for a service that is not our own. */
export const pollPace = {
  document:
    'Poll every 1-2 s for small files, every 3-5 s for medium files, and every 5-10 s for large files. (The sizes are not shown.)',
  small: { belowBytes: 5 * bytesPerMegabyte.write, fromMs: 1000, toMs: 2000 },
  medium: { belowBytes: 50 * bytesPerMegabyte.write, fromMs: 3000, toMs: 5000 },
  large: { belowBytes: Number.POSITIVE_INFINITY, fromMs: 5000, toMs: 10_000 },
} as const satisfies PollPace & { readonly document: string };

export const optionsEncodings = ['json', 'fields'] as const;

/** What a client must guess when writing; a setting can override each for a service that differs. */
export interface WritingDialect {
  /** Query parameter of `GET /convert/schema` for the source format. */
  readonly schemaFrom: string;
  /** Query parameter of `GET /convert/schema` for the target format. */
  readonly schemaTo: string;
  /** Multipart field that carries conversion options. */
  readonly optionsField: string;
  /** `json`: one field with a JSON object. `fields`: one field an option, named `optionsField[name]`, or `name` when the field is empty. */
  readonly optionsEncoding: (typeof optionsEncodings)[number];
}

export const writing: ValueGuess<WritingDialect> = {
  document:
    'The query parameters of `/convert/schema`: not shown. The name and encoding of the field that carries conversion options …: not shown.',
  write: { schemaFrom: 'from', schemaTo: 'to', optionsField: 'options', optionsEncoding: 'json' },
};
