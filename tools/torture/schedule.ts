import type { JobStateName, OnCollision } from '../../src/jobs/core/job.ts';
import { pickFrom, seededRandom } from '../../test/support/seededRandom.ts';
import { type FaultName, faultNames } from './faults.ts';
import type { ExchangeMoment, RequestKind } from './faultyProxy.ts';

/** A file of a round and its conversion. */
export interface PlannedFile {
  readonly name: string;
  /** The side length of the square picture, in pixels. */
  readonly side: number;
  readonly targetFormat: string | undefined;
  readonly onCollision: OnCollision;
  readonly replaceSource: boolean;
  /** The name of another user file, if the output would get the same name. */
  readonly bystander: string | undefined;
  /** The windows in which the user selected it. */
  readonly windows: readonly number[];
}

/** Something that happens in a round: in a window, to one of its jobs, or in the proxy. */
export type Moment = 'restored' | 'added' | JobStateName | ExchangeMoment;

/** Sends SIGKILL to a window, its local service, or that service's workers, some milliseconds after a moment. */
export interface Kill {
  readonly window: number;
  readonly target: 'window' | 'service' | 'workers';
  readonly moment: Moment;
  /** How often the moment must have happened before, from 0. */
  readonly nth: number;
  readonly delayMs: number;
}

/** Everything that the seed decides for a round. */
export interface Round {
  readonly name: string;
  readonly windows: number;
  readonly files: readonly PlannedFile[];
  readonly kills: readonly Kill[];
  /** Returns the fault of the n-th request of a kind, counted from 0. */
  fault(kind: RequestKind, nth: number): FaultName | undefined;
}

const targets = ['webp', 'tiff', 'jpg'] as const;
const collisions = ['rename', 'rename', 'overwrite', 'skip'] as const;

// The moments for kills. Those after the submission are more likely, because a kill before it makes every upload
// unconfirmed.
const moments = [
  ...(['restored', 'added', 'submissionBegun', 'accepted', 'submissionDone'] as const),
  ...(['pollDone', 'pollDone', 'pollDone', 'downloadBegun', 'downloadBegun'] as const),
  ...(['downloadHalf', 'downloadHalf', 'downloadHalf'] as const),
  ...(['downloadDone', 'downloadDone', 'downloadDone', 'downloadDone'] as const),
] as const satisfies readonly Moment[];

// The moments for kills in a round on this computer.
const localMoments = [
  ...(['restored', 'added', 'converting', 'converting', 'converting'] as const),
  ...(['placing', 'placing', 'done'] as const),
] as const satisfies readonly Moment[];

/**
 * The probability that a request gets a fault, and the maximum number of faults per round. After these, the round
 * continues to its end.
 */
const odds: Readonly<Record<RequestKind, { readonly share: number; readonly first: number }>> = {
  submission: { share: 0.3, first: 16 },
  poll: { share: 0.2, first: 60 },
  download: { share: 0.4, first: 20 },
  announcement: { share: 0.3, first: 6 },
  discovery: { share: 0.3, first: 6 },
};

/** The probability that a round on this computer has a picture of more than 16 MiB, which isn't copied. */
const largeShare = 0.25;

/** With several windows, the probability that a file is selected in every window. */
const sharedShare = 0.5;

/** A round on this computer, where a local service is killed during a conversion. */
export function scheduleLocalRound(seed: number, number: number): Round {
  const { files, ...round } = scheduleRound(seed, number);
  const random = seededRandom(seed, number, 'local');
  const firstSide = random() < largeShare ? { side: 2500 } : {};
  return {
    ...round,
    files: files.map((file, index) => (index === 0 ? { ...file, ...firstSide } : file)),
    kills: [
      planKill('service', round.windows, ['converting'], random),
      ...Array.from({ length: Math.floor(random() * 3) }, () =>
        planKill(pickFrom(['window', 'window', 'workers'], random), round.windows, localMoments, random),
      ),
    ],
  };
}

/** @param together the number of parallel windows, which select some of the same files; by default, the seed decides */
export function scheduleRound(seed: number, number: number, together?: number): Round {
  const random = seededRandom(seed, number);
  const windows = together ?? (random() < 0.3 ? 2 : 1);
  const shared = together === undefined ? 0 : sharedShare;
  return {
    name: `round-${number}`,
    windows,
    files: Array.from({ length: 5 + Math.floor(random() * 7) }, (_, index) =>
      planFile(`r${number}-f${index}`, windows, shared, random),
    ),
    kills: Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      planKill('window', windows, moments, random),
    ),
    fault: (kind, nth) => {
      const draw = seededRandom(seed, number, kind, nth);
      const { share, first } = odds[kind];
      return nth < first && draw() < share ? pickFrom(faultNames[kind], draw) : undefined;
    },
  };
}

function planFile(stem: string, windows: number, shared: number, random: () => number): PlannedFile {
  const compress = random() < 0.25;
  const targetFormat = compress ? undefined : pickFrom(targets, random);
  return {
    name: `${stem}.png`,
    side: Math.round(24 + random() ** 2 * 300),
    targetFormat,
    onCollision: pickFrom(collisions, random),
    replaceSource: compress && random() < 0.5,
    bystander: targetFormat !== undefined && random() < 0.3 ? `${stem}.${targetFormat}` : undefined,
    windows: random() < shared ? [...Array(windows).keys()] : [Math.floor(random() * windows)],
  };
}

function planKill(
  target: Kill['target'],
  windows: number,
  moments: readonly [Moment, ...Moment[]],
  random: () => number,
): Kill {
  return {
    window: Math.floor(random() * windows),
    target,
    moment: pickFrom(moments, random),
    nth: Math.floor(random() * 5),
    delayMs: random() < 0.4 ? 0 : Math.floor(random() * 40),
  };
}
