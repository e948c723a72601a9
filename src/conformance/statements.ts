/**
 * What the API document says that could be judged: its headings, and under each the numbered statements and the rows of
 * its tables, by number or by first column.
 */
export const statements = {
  'What the service does': ['1', '2 Conversion', '2 Compression', '3', '4', '5', '6', '7'],
  Job: ['id', 'status', 'progress', 'error details', 'output', 'compression ratio'],
  'Entitlements (credit balance)': ['planId', 'planName', 'tier', 'totalCredits'],
  'Error body': ['error', 'detail'],
  'States and transitions': ['Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled', '1', '2', '3', '4'],
  Endpoints: ['authentication header'],
  'Conversion tool': [
    'POST /convert',
    'GET /convert/job/{id}',
    'GET /convert/job/{id}/download',
    'GET /convert/conversions',
    'GET /convert/schema',
    'GET /convert/estimate/{from}/{to}',
    'GET /convert/entitlements/me',
  ],
  'Compression tool': [
    'POST /compress',
    'POST /compress/{format}',
    'GET /compress/job/{id}',
    'GET /compress/job/{id}/download',
    'GET /compress',
    'GET /compress/entitlements/me',
  ],
  Authentication: ['1', '2', '3', '4', '5', '6'],
  Events: ['polling'],
  Errors: [
    'request.invalid_content_type',
    'request.no_files',
    'request.file_too_large',
    'api_key.invalid_or_ip_not_allowed',
    'entitlements.insufficient_credits',
    'usage.daily_limit_exceeded',
    'jobs.not_found',
    'jobs.not_ready',
    'jobs.expired',
    'rate_limited',
    'queue.limit_exceeded',
    'queue.pool_saturated',
    'all errors are JSON',
    '1',
    '2',
    '3',
    '4',
    '5',
  ],
  'Tier limits': ['Guest', 'Free', 'Pro', 'Max batch size', '1', '2', '3'],
  'Request rate limits': ['GET /entitlements/me', 'Job polling', 'Discovery', 'Contact forms'],
  'Identity provider rate limits': ['Login', 'Forgot password', 'OIDC authorize', 'API key validation'],
  'Credits and retention': ['1', '2', '3', '4'],
  'Recommended client behaviour': ['1', '2', '3'],
  Versioning: ['1', '2', '3 Route suffix', '3 Query string', '3 Header', '4', '5', '6', '7'],
} as const;

export type Heading = keyof typeof statements;

/** A statement or row, as `heading, number or row`. */
export type Statement = { [H in Heading]: `${H}, ${(typeof statements)[H][number]}` }[Heading];

const identityProvider = 'The identity provider is another server; its pages are for a browser.';
const guidance = 'It binds clients, and the tests of the client prove it.';
const policy = 'It binds how the service may change over time.';

/** Statements that no request can confirm or refute, and why. */
export const unobservable: Readonly<Partial<Record<Statement, string>>> = {
  'What the service does, 1': 'A description; the tools themselves are judged.',
  'States and transitions, Canceled': 'The API has no request by which a user could cancel a job.',
  'Authentication, 6': identityProvider,
  'Tier limits, Max batch size': 'The paths of the batch endpoints are not shown.',
  'Request rate limits, Contact forms': 'The path of the contact forms is not shown.',
  'Identity provider rate limits, Login': identityProvider,
  'Identity provider rate limits, Forgot password': identityProvider,
  'Identity provider rate limits, OIDC authorize': identityProvider,
  'Identity provider rate limits, API key validation': identityProvider,
  'Credits and retention, 4': 'It says only that exact costs are not shown.',
  'Recommended client behaviour, 2': guidance,
  'Recommended client behaviour, 3': guidance,
  'Versioning, 2': policy,
  'Versioning, 5': policy,
};
