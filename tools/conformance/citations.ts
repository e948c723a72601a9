/**
 * The parts of docs/api.md that a rule may cite: the numbers under each heading and, for a number with a table, its
 * rows by their first column. A test compares this with the page.
 */
export const apiRules = {
  Service: ['1', '2, Conversion', '2, Compression', '3', '4', '5', '6', '7'],
  Jobs: ['1', '2', '3', '4', '5', '6'],
  States: ['1, Queued', '1, Processing', '1, Succeeded', '1, Failed', '1, Canceled', '2', '3'],
  Endpoints: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14'],
  Entitlements: ['1', '2', '3', '4'],
  Authentication: ['1', '2', '3', '4'],
  Errors: [
    '1, error',
    '1, detail',
    '2, request.invalid_content_type',
    '2, request.no_files',
    '2, api_key.invalid_or_ip_not_allowed',
    '2, entitlements.insufficient_credits',
    '2, usage.daily_limit_exceeded',
    '2, jobs.not_found',
    '2, jobs.not_ready',
    '2, jobs.expired',
    '2, request.file_too_large',
    '2, rate_limited',
    '2, queue.limit_exceeded',
    '2, queue.pool_saturated',
    '3',
    '4',
    '5',
    '6',
  ],
  Limits: ['1, Guest', '1, Free', '1, Pro', '2', '3', '4', '5', '6'],
  Credits: ['1', '2'],
  'Client behavior': ['1', '2', '3'],
  Versions: ['1', '2', '3', '4, Path', '4, Query', '4, Header', '5', '6'],
} as const;

/** The parts of docs/api-extensions.md that a rule may cite. Its headings differ from those of docs/api.md. */
export const additionRules = {
  Announcement: ['1', '2'],
  'Identity provider': ['1', '2', '3', '4', '5', '6', '7', '8'],
  'Repeated submissions': ['1', '2', '3', '4'],
  'Long polls': ['1', '2'],
  'Signed downloads': ['1', '2', '3'],
  'Signed uploads': ['1', '2', '3', '4', '5', '6', '7'],
  Faults: ['1', '2', '3', '4', '5'],
  Texts: ['1'],
  'Cached lists': ['1', '2'],
  Combining: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  'Compressing with options': ['1', '2'],
  'Pictures in another size': ['1'],
  'Plans that do not charge': ['1'],
} as const;

type CitationOf<Rules extends Readonly<Record<string, readonly string[]>>> = {
  [Heading in keyof Rules & string]: `${Heading} ${Rules[Heading][number]}`;
}[keyof Rules & string];

/**
 * A citation of a rule in docs/api.md, such as `Service 3`, or of a row in its table, such as `Errors 2, jobs.expired`.
 * Rules in docs/api-extensions.md are cited in the same way.
 */
export type Citation = CitationOf<typeof apiRules> | CitationOf<typeof additionRules>;
