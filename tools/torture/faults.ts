import type { Exchange, RequestKind, ServiceAnswer } from './faultyProxy.ts';

type Fault = (exchange: Exchange) => Promise<void> | void;

/** A fault that only affects the answer, after the service has processed the request. */
const afterwards =
  (spoil: (exchange: Exchange, answer: ServiceAnswer) => Promise<void> | void): Fault =>
  async (exchange) =>
    spoil(exchange, await exchange.forward());

const json = 'application/json';
const error = (code: string): string => JSON.stringify({ error: code, detail: 'The proxy says so.' });

/** All faults by name. */
export const faults = {
  resetEarlyInUpload: (exchange) => exchange.resetDuringUpload(0.1),
  resetLateInUpload: (exchange) => exchange.resetDuringUpload(1),
  reset: ({ socket }) => void socket.resetAndDestroy(),
  resetBeforeAnswer: afterwards(({ socket }) => void socket.resetAndDestroy()),
  silence: afterwards(() => {}),
  stalled: afterwards((exchange, answer) => exchange.deliverHalf(answer)),
  truncated: afterwards((exchange, answer) => {
    exchange.deliverHalf(answer);
    setTimeout(() => exchange.socket.destroy(), 20);
  }),
  error500: afterwards((exchange) => exchange.answer(500, json, error('internal'))),
  html502: afterwards((exchange) => exchange.answer(502, 'text/html', '<h1>Bad gateway</h1>')),
  html200: afterwards((exchange) => exchange.answer(200, 'text/html', '<h1>Please sign in</h1>')),
  halfJson: afterwards((exchange, { status, body }) =>
    exchange.answer(status, json, body.toString().slice(0, body.length / 2)),
  ),
  wrongShape: afterwards((exchange, { status }) => exchange.answer(status, json, '{"ok":[true]}')),
  rateLimited: (exchange) => exchange.answer(429, json, error('rate_limited'), { 'retry-after': '2' }),
  rateLimitedBare: (exchange) => exchange.answer(429, json, error('rate_limited')),
  queueFull: (exchange) => exchange.answer(429, json, error('queue.limit_exceeded')),
  poolSaturated: (exchange) => exchange.answer(503, json, error('queue.pool_saturated')),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

const ofAnyAnswer = [
  'resetBeforeAnswer',
  'silence',
  'stalled',
  'truncated',
  'error500',
  'html502',
  'html200',
  'rateLimited',
  'rateLimitedBare',
] as const;
const ofJson = [...ofAnyAnswer, 'reset', 'halfJson', 'wrongShape'] as const;

/** The faults that each kind of request can meet, more likely ones several times. */
export const faultNames: Readonly<Record<RequestKind, readonly [FaultName, ...FaultName[]]>> = {
  submission: [
    ...ofAnyAnswer,
    'resetEarlyInUpload',
    'resetLateInUpload',
    'halfJson',
    'wrongShape',
    'queueFull',
    'poolSaturated',
    'poolSaturated',
  ],
  poll: ofJson,
  download: [...ofAnyAnswer, 'reset', 'stalled', 'truncated', 'truncated'],
  // Only broken connections and busy services, because the client takes any other complete answer for a service without
  // an announcement.
  announcement: ['resetBeforeAnswer', 'silence', 'stalled', 'truncated', 'reset', 'html502', 'rateLimited'],
  discovery: ofJson,
};
