/**
 * All guesses about points that docs/api.md leaves open, and nothing else. Each entry names its row (api.md, Left
 * open), the value to write (as a client or as the local service), and other values to accept when reading.
 */

/** Possible names of a field, in any case and with any separators. The local service writes the first one. */
interface FieldGuess {
  readonly leftOpen: string;
  readonly read: readonly [string, ...string[]];
}

/** A guessed value, such as the name of a query parameter. */
interface ValueGuess<T> {
  readonly leftOpen: string | readonly string[];
  readonly write: T;
}

const jobFields = 'Names of fields beyond those above';
const jobFailure = 'The reason of a failure';
const jobFigures = 'The cost of a job, and sizes';
const entitlementFields = 'Credits left';
const creditWindow = 'The start of a credit window';
const lists = 'The shape of the lists';
const optionsSchema = 'The query of /convert/schema, and its answer';
const errorList = 'More error codes, and the status of pool_saturated';
const sizes = 'The meaning of MB, small, medium and large';

/** Fields of a JSON body. Scalars may be numbers or strings. */
export const fields = {
  /** An object that wraps the record. */
  envelope: {
    leftOpen: jobFields,
    read: [
      'data',
      'job',
      'result',
      'response',
      'payload',
      'record',
      'item',
      'task',
      'jobs',
      'results',
      'items',
      'attributes',
    ],
  },
  jobId: {
    leftOpen: 'The type of id',
    read: ['id', 'jobId', 'uuid', 'guid', 'identifier', 'taskId', 'job', 'task'],
  },
  status: { leftOpen: jobFields, read: ['status', 'state', 'jobStatus'] },
  progress: {
    leftOpen: 'progress',
    read: ['progress', 'progressPercent', 'percent', 'percentage', 'percentComplete'],
  },
  jobError: {
    leftOpen: jobFailure,
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
  errorCode: { leftOpen: jobFailure, read: ['error', 'code', 'errorCode', 'type'] },
  errorDetail: {
    leftOpen: jobFailure,
    read: ['detail', 'message', 'errorMessage', 'description', 'reason', 'title'],
  },
  output: { leftOpen: jobFields, read: ['output', 'outputFile', 'result'] },
  fileName: { leftOpen: jobFields, read: ['fileName', 'name'] },
  compressionRatio: {
    leftOpen: 'The compression ratio',
    read: ['compressionRatio', 'ratio'],
  },
  inputBytes: { leftOpen: jobFigures, read: ['inputBytes', 'inputSize', 'originalSize', 'originalBytes'] },
  outputBytes: {
    leftOpen: jobFigures,
    read: ['outputBytes', 'outputSize', 'compressedSize', 'compressedBytes', 'size'],
  },
  jobCredits: {
    leftOpen: jobFigures,
    read: ['credits', 'creditsCharged', 'chargedCredits', 'creditsSpent', 'creditCost', 'charged', 'cost'],
  },
  balance: {
    leftOpen: entitlementFields,
    read: [
      'remainingCredits',
      'creditsRemaining',
      'availableCredits',
      'creditsAvailable',
      'creditBalance',
      'creditsLeft',
      'currentBalance',
      'balance',
      'remaining',
      'available',
    ],
  },
  /** Objects with numbers of credits. The names of their fields need not repeat the word. */
  credits: { leftOpen: entitlementFields, read: ['credits', 'wallet'] },
  usedCredits: {
    leftOpen: entitlementFields,
    read: ['usedCredits', 'creditsUsed', 'consumedCredits', 'used'],
  },
  renewsAt: {
    leftOpen: creditWindow,
    read: ['renewsAt', 'resetsAt', 'resetAt', 'renewalDate', 'resetDate', 'nextReset', 'periodEnd'],
  },
  list: {
    leftOpen: lists,
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
  /** An object or a text with both formats of a pair. */
  pair: { leftOpen: lists, read: ['pair', 'conversion'] },
  /** Fields beside a list that don't contain formats. */
  besideLists: {
    leftOpen: lists,
    read: [
      'installable',
      'unsupported',
      'deprecated',
      'disabled',
      'retired',
      'planned',
      'links',
      'meta',
      'metadata',
      'columns',
      'options',
      'parameters',
      'schema',
      'aliases',
      'mimeTypes',
      'errors',
      'warnings',
    ],
  },
  /** A flag for the availability of an entry. */
  supported: { leftOpen: lists, read: ['supported', 'enabled', 'available', 'active'] },
  /** Separate lists for each kind of file (api.md, Service 2). */
  kind: {
    leftOpen: lists,
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
  pairFrom: {
    leftOpen: lists,
    read: ['from', 'source', 'sourceFormat', 'input', 'inputFormat', 'src', 'origin'],
  },
  pairTo: {
    leftOpen: lists,
    read: [
      'to',
      'target',
      'targetFormat',
      'output',
      'outputFormat',
      'targets',
      'targetFormats',
      'outputs',
      'into',
      'destination',
      'convertsTo',
      'convertTo',
      'convertibleTo',
      'canConvertTo',
    ],
  },
  format: {
    leftOpen: lists,
    read: [
      'format',
      'extension',
      'ext',
      'fileExtension',
      'extensions',
      'name',
      'type',
      'id',
      'code',
      'key',
      'value',
    ],
  },
  lossy: { leftOpen: lists, read: ['lossy'] },
  losses: { leftOpen: lists, read: ['drops'] },
  program: { leftOpen: lists, read: ['program'] },
  installable: { leftOpen: lists, read: ['installable'] },
  estimate: {
    leftOpen: 'The estimate',
    read: [
      'credits',
      'estimatedCredits',
      'creditCost',
      'estimatedCost',
      'cost',
      'estimate',
      'price',
      'amount',
      'requiredCredits',
      'creditsRequired',
      'estimated',
      'total',
    ],
  },
  /** The ends of an estimated range of credits. */
  estimateLeast: {
    leftOpen: 'The estimate',
    read: ['minimum', 'min', 'minimumCredits', 'minCredits', 'low', 'lower'],
  },
  estimateMost: {
    leftOpen: 'The estimate',
    read: ['maximum', 'max', 'maximumCredits', 'maxCredits', 'high', 'upper'],
  },
  schema: { leftOpen: optionsSchema, read: ['schema', 'options', 'optionsSchema', 'jsonSchema'] },
} as const satisfies Record<string, FieldGuess>;

/** Query parameter of the undocumented `GET /compress/schema` for the format. */
export const compressionSchemaQuery: ValueGuess<string> = {
  leftOpen: 'The options of a compression',
  write: 'format',
};

/**
 * Error codes of the local service for faults without a documented code. They are in the style of the documented ones.
 */
export const undocumentedErrors = {
  'queue.pool_saturated': { leftOpen: errorList, status: 503 },
  'request.invalid_target_format': { leftOpen: errorList, status: 400 },
  'request.invalid_option': { leftOpen: errorList, status: 400 },
  'request.unsupported_version': { leftOpen: errorList, status: 400 },
  'request.host_not_allowed': { leftOpen: errorList, status: 403 },
  'request.not_found': { leftOpen: errorList, status: 404 },
  'request.method_not_allowed': { leftOpen: errorList, status: 405 },
  'request.malformed': { leftOpen: errorList, status: 400 },
  'request.pages_uncountable': { leftOpen: errorList, status: 422 },
  'request.idempotency_key_reused': { leftOpen: errorList, status: 409 },
  'jobs.no_output': { leftOpen: errorList, status: 409 },
  'conversions.unsupported_pair': { leftOpen: errorList, status: 422 },
  'compressions.unsupported_format': { leftOpen: errorList, status: 422 },
  'service.internal_error': { leftOpen: errorList, status: 500 },
} as const satisfies Record<string, { readonly leftOpen: string; readonly status: number }>;

/** Codes in the error details of a job that failed after it was accepted. */
export const jobFailureCodes = [
  'conversion.invalid_input',
  'conversion.limit_exceeded',
  'conversion.size_not_met',
  'conversion.timed_out',
  'conversion.failed',
  'conversion.unsupported_kind',
  'conversion.unsupported_script',
  'conversion.password_needed',
  'conversion.program_needed',
] as const;

/** The meaning of "MB" and "GB" in the tier table. This one never refuses a file that the service accepts. */
export const bytesPerMegabyte: ValueGuess<number> = {
  leftOpen: sizes,
  write: 1024 * 1024,
};

/** Delay between two polls of a job, by file size, from the shortest to the longest in milliseconds. */
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

/** Delays for services that aren't ours (api.md, Client behavior 3). */
export const pollPace = {
  leftOpen: sizes,
  small: { belowBytes: 5 * bytesPerMegabyte.write, fromMs: 1000, toMs: 2000 },
  medium: { belowBytes: 50 * bytesPerMegabyte.write, fromMs: 3000, toMs: 5000 },
  large: { belowBytes: Number.POSITIVE_INFINITY, fromMs: 5000, toMs: 10_000 },
} as const satisfies PollPace & { readonly leftOpen: string };

export const optionsEncodings = ['json', 'fields'] as const;

/** Guesses about requests. A setting can override each for a service that differs. */
export interface RequestDialect {
  /** Query parameter of `GET /convert/schema` for the source format. */
  readonly schemaFrom: string;
  /** Query parameter of `GET /convert/schema` for the target format. */
  readonly schemaTo: string;
  /** Multipart field that carries conversion options. */
  readonly optionsField: string;
  /**
   * `json`: one field with a JSON object. `fields`: one field per option, named `optionsField[name]`, or `name` if
   * `optionsField` is empty.
   */
  readonly optionsEncoding: (typeof optionsEncodings)[number];
}

export const requestDialect: ValueGuess<RequestDialect> = {
  leftOpen: [optionsSchema, 'The encoding of options'],
  write: { schemaFrom: 'from', schemaTo: 'to', optionsField: 'options', optionsEncoding: 'json' },
};
